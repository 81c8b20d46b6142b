/** What people write in the place of a secret: references to it, labels, messages, and answers. */

import { randomness } from './entropy.ts';
import { ANYWHERE, FOREIGN_KEY, FOREIGN_PASSWORD, FOREIGN_SECRET } from './words.ts';

/** In characters. */
const LONGEST_REFERENCE = 300;
const LONGEST_MESSAGE = 1000;

/** Places for a value: `${NAME}`, `{{name}}`, `%name%`, `<token>`, `your-token`, `***`, `process.env.NAME`. */
const STANDS_FOR =
  /^(?:\$\{.*\}?|\$\([a-z][\w./-]* .*\)|\$[A-Za-z_(]\w*\)?|\{\{.*|[#%]\{.*\}|@@\w+@@|!!\w+|\{\w{1,19}\}|%\w+%|<[^<>]*>?|&lt;?.*|--[a-z]+(?:--?[a-z\d]+)*|(?:[a-z]{2,6}[_-]){0,2}.{0,4}(?:\*{4,}|•{4,}).{0,4}|\*+|•+|x{3,}|[a-z]{0,4}[-_]?(?:\.{3,}|…)|\([\w -]{3,20}\)|\[[a-z_, -]{3,60}\]?|(?:process\.env\.|os\.environ).*|env\(['"\w]+\)|[a-z]+(?:[._][a-z]+)*\.(?:password|passwd|secret|token|key|pass)|your[_-][\w-]+|e\.g\. .*|@[a-z]+\/\w+|(?:required|nullable|string)\|.*|(?:workspace|npm|link):[@^~*\w].*|replace[_ -]?(?:me|this)|(?:put|enter|insert|add|paste|type|set)[ _-](?:your|a|the|this)[ _-][a-z _-]+|(?:[a-z]+[_ -]){0,4}(?:pass(?:word|phrase)|phrase|secret|token|key|value)[_ -](?:goes[_ -])?here)$/i;

/** Names of variables, addresses in stores of secrets, and digests that a page shows. */
const NAMES_ONE =
  /^(?:[A-Z]+_)*(?:PASSWORD|PASS|TOKEN|SECRET|KEY)$|^(?:op|vault|ssm|aws-ssm|arn|env|keyring|gcp-sm|akv|sops|bws|doppler|secretref):(?:\/\/|aws[\w-]*:|[\w.-]+[/#])|^env:\w+$|^sha\d{3}-[\w+/]+={0,2}$/;

/** Returns true if a value is a reference to one that stands elsewhere, or a place for one. */
export function isReference(value: string): boolean {
  if (value.length > LONGEST_REFERENCE) return false;
  return NAMES_ONE.test(value) || isPath(value) || STANDS_FOR.test(value);
}

/** In bits: folders such as `www` are no words. */
const MOST_OF_PATH = 6;

/** Returns true for a place in a file system or a vault: `/home/anna/site`, `secret/data/db#password`, `C:\\keys`. */
function isPath(value: string): boolean {
  const path =
    /^(?:(?:~|\.{0,2}|[A-Za-z]:)(?:[/\\]+[\w.@ -]+){2,}[/\\]?(?:#\w+)?|[\w.-]+(?:\/[\w.@ -]+){2,}#\w+)$/;
  return path.test(value) && randomness(value) < MOST_OF_PATH;
}

/** Returns true for what says something about a secret under this name, and is none. @param least words of a message */
export function isLanguage(name: string, value: string, least = 2): boolean {
  // A form has a plus for each blank.
  const text = value.includes(' ') ? value : value.replaceAll('+', ' ');
  if (text.length > LONGEST_MESSAGE) return false;
  if (text.toLowerCase() === name.toLowerCase()) return true;
  const answer = value.replace(/[;,]$/, '');
  return ANSWER.test(answer) || VERSION.test(answer) || isText(name, text, least);
}

/** Versions of a package: `^9.0.2`, `1.x`, `>=0.5.0 <1`. */
const VERSION =
  /^(?:(?:^|\s(?:\|\|\s)?)(?:[~^<>=v]{1,2}\s?\d{1,4}|\d{1,4}(?=\.))(?:\.(?:\d{1,4}|x|\*)){0,2}(?:-(?:alpha|beta|rc|next|dev)[\d.-]*)?)+$/;

/** Says that there is something, which type or form it has, or which text is shown for it; also as a setting. */
const ANSWER =
  /^(?:[a-z][\w.-]* = )?(?:true|false|!?\d{1,2}|yes|no|null|nil|(?:un)?defined|none|read|write|include|omit|same-origin|enabled|disabled|~|on|off|\[?(?:string|number|boolean|int|float|id)!?\]?!?|required|optional|forbidden|mandatory|allowed|masked|unset|missing|expired|invalid|bcrypt|scrypt|argon2(?:id?)?|pbkdf2|md5|sha-?\d{1,3}|erforderlich|pflichtfeld|obligatoire|obligatorio|abgelaufen|ja|nein|oui|non|a?symmetric|(?:wpa|wep|tls|ssl)[\d.-]*(?:[-_/ ]?psk)?|\[[A-Z]+\]|error|warn|(?:validation|errors?|messages?|labels?|forms?|login|rules?)(?:\.[a-z_]+)+|[a-z_.]+\.(?:required|invalid|label|hint|title|missing|placeholder))$/i;

/** Words that messages about a value are made of, and passphrases seldom. */
const OF_MESSAGES: ReadonlySet<string> = new Set(
  `a an and any array at be boolean can cannot characters contain contains does empty equal exactly expected false fewer
  field for format greater has have in integer invalid is it item items least length less letters long longer
  match matches may missing more most must no not null number object of one only optional or parameter pattern property
  provided required confirmation uppercase lowercase digit digits symbol symbols special letter weak wrong t s isn doesn don hasn incorrect minimum
  maximum min max validation too blank set short shorter should string than the this to true type unknown valid value was with yes your
  you are from that please enter der die das und ein eine ist nicht bitte zu le la les un une et de du el los una y il e o het een en`.split(
    /\s+/,
  ),
);

/** Says where a secret is to be found: `from keychain`. */
const POINTER = /^(?:see|from|in|via|use|ask|stored|kept)\s[a-z]+(?:\s[a-z]+)*$/i;

/** Recovery phrase of a wallet. */
export const PHRASE = /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/;

/** A place for a value in a text: `{name}`, `{{ name }}`, `%s`, `%1$d`, `%{name}`. */
const TEMPLATE = /\{[\w .]+\}|%(?:\d\$)?[sd]/;

const WORDS =
  /^["“«(¿¡]?\p{L}(?:[\p{L}\p{M}\s'’"“”«»(),.;:!?…*/_-]|(?<=[\s(])\d{1,4}(?:\+|-\d{1,4})?(?![^\s.,)]))*$/u;

/** Returns true for labels, messages and sentences: words of which some are usual in them, or name a secret. */
function isText(name: string, text: string, least: number): boolean {
  if (TEMPLATE.test(text) && /\p{L}\s|\s\p{L}/u.test(text)) return true;
  if (!WORDS.test(text) || PHRASE.test(text)) return false;
  const isSpaced = /\S\s+\S/.test(text);
  if (isSpaced && (POINTER.test(text) || /\S\s+\S+\s+\S|\s.*[?!.:…]$/.test(name))) return true;
  // Languages without capitals have labels too.
  if (/^(?:[A-Z]{2,4}[ -]?)?[\p{Lo}\p{M}\p{Lm}\s]{2,30}$/u.test(text)) return true;
  const words = withoutAccents(text)
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter((word) => word !== '');
  const own = lettersOf(name);
  const says = (word: string) => isOfMessages(word) || lettersOf(word) === own || NAMING.test(word);
  if (words.length >= least && /\p{L}/u.test(text) && words.every(says)) return true;
  if (!/^[^\p{L}]?\p{Lu}|[.!?:…]$/u.test(text)) return false;
  if (words.length < 4 && /\d/.test(text)) return false;
  if (words.length < 2) return lettersOf(text) === own || CALLED.test(words.join(' '));
  if (CALLED.test(words.join(' ')) || words.some((word) => NAMING.test(word))) return true;
  return isSpaced && (words.some(says) || (words.length > 2 && /[.?!:…]$/.test(text)));
}

/**
 * Returns true if members of an object, all with names of secrets, are texts of an interface: one is a label, so the others
 * are words as well.
 */
export function areLabels(members: readonly (readonly [name: string, value: string])[]): boolean {
  return (
    members.length > 2 &&
    members.every(([, value]) => /^(?:[\p{Lu}\p{Lo}]|\S+\s\S)[^\d_@#$=+~^<>]*$/u.test(value)) &&
    members.some(([name, value]) => isText(name, value, 2))
  );
}

function withoutAccents(text: string): string {
  return /[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
}

function lettersOf(text: string): string {
  return withoutAccents(text.toLowerCase()).replace(/[^\p{L}]/gu, '');
}

function isOfMessages(word: string): boolean {
  return /^\d{1,4}$/.test(word) || OF_MESSAGES.has(word.toLowerCase());
}

const alternatives = (text: string) =>
  withoutAccents(text).replace(/\s+/g, '|').replaceAll('_', ' ');

/** Names of a password, a token or a key in many languages. */
const CALLED = new RegExp(`token|токен|${alternatives(`${ANYWHERE} ${FOREIGN_PASSWORD}`)}`, 'iu');
const NAMING = new RegExp(
  `^(?:key|code|pin|phrase|acces\\p{L}*|${alternatives(`${ANYWHERE} ${FOREIGN_SECRET} ${FOREIGN_KEY}`)})s?$`,
  'iu',
);
