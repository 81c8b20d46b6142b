/** What people write in the place of a secret: references to it, labels, messages, and answers. */

import { randomness } from './entropy.ts';
import { ANYWHERE, FOREIGN_KEY, FOREIGN_PASSWORD, FOREIGN_SECRET } from './words.ts';

/** In characters. */
const LONGEST_REFERENCE = 300;
const LONGEST_MESSAGE = 1000;
const LONGEST_LABEL = 80;

/** Places for a value: `${NAME}`, `{{name}}`, `%name%`, `<token>`, `your-token`, `***`, `process.env.NAME`. */
const STANDS_FOR =
  /^(?:\$\{.*\}?|\$[A-Za-z_(]\w*\)?|\{\{.*|[#%]\{.*\}|@@\w+@@|!!\w+|\{\w{1,19}\}|%\w+%|<[^<>]*>?|&lt;?.*|--[a-z]+(?:--?[a-z\d]+)*|(?:[a-z]{2,6}[_-]){0,2}.{0,4}(?:\*{4,}|•{4,}).{0,4}|\*+|•+|x{3,}|\.{3,}|…|\([\w -]{3,20}\)|\[[a-z_, -]{3,60}\]?|(?:process\.env\.|os\.environ).*|env\(['"\w]+\)|[a-z]+(?:[._][a-z]+)*\.(?:password|passwd|secret|token|key|pass)|your[_-][\w-]+|replace[_ -]?(?:me|this)|(?:put|enter|insert|add|paste|type|set)[ _-](?:your|a|the|this)[ _-][a-z _-]+|(?:[a-z]+[_ -]){0,4}(?:pass(?:word|phrase)|phrase|secret|token|key|value)[_ -](?:goes[_ -])?here)$/i;

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
  return (
    ANSWER.test(value.replace(/[;,]$/, '')) ||
    isProse(text) ||
    isLabel(name, text) ||
    isMessage(name, text, least)
  );
}

/** Says that there is something, which type or form it has, or which text is shown for it. */
const ANSWER =
  /^(?:true|false|!?\d{1,2}|yes|no|null|nil|(?:un)?defined|none|read|write|include|omit|same-origin|enabled|disabled|~|on|off|string|number|boolean|required|optional|forbidden|mandatory|allowed|masked|unset|missing|expired|invalid|bcrypt|scrypt|argon2(?:id?)?|pbkdf2|md5|sha-?\d{1,3}|erforderlich|pflichtfeld|obligatoire|obligatorio|abgelaufen|ja|nein|oui|non|a?symmetric|(?:wpa|wep|tls|ssl)[\d.-]*(?:[-_/ ]?psk)?|\[[A-Z]+\]|(?:validation|errors?|messages?|labels?|forms?|login|rules?)(?:\.[a-z_]+)+|[a-z_.]+\.(?:required|invalid|label|hint|title|missing|placeholder))$/i;

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

/** Returns true if a text has no words but those of messages. */
function isMessage(name: string, text: string, least: number): boolean {
  const words = text.split(/[ .,;:()"'_-]+/).filter((word) => word !== '');
  return (
    words.length >= least && /\p{L}/u.test(text) && words.every((word) => isOfMessages(word, name))
  );
}

function isOfMessages(word: string, name = ''): boolean {
  const lower = word.toLowerCase();
  return lower === name.toLowerCase() || /^\d{1,4}$/.test(word) || OF_MESSAGES.has(lower);
}

/** Says where a secret is to be found: `from keychain`. */
const POINTER = /^(?:see|from|in|via|use|ask|stored|kept)\s[a-z]+(?:\s[a-z]+)*$/i;

/** Recovery phrase of a wallet. */
export const PHRASE = /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/;

function isProse(text: string): boolean {
  if (
    !/^["“«(]?\p{L}[\p{L}\p{M}'’"“”«»(),.;:!?…/-]*\s[\p{L}\p{M}\s'’"“”«»(),.;:!?…/-]+$/u.test(text)
  )
    return false;
  if (POINTER.test(text)) return true;
  if (PHRASE.test(text) || !/^\p{Lu}|[.!?:…]$/u.test(text)) return false;
  const words = text.split(/[\s,.;:!?…]+/);
  return /\s\S+\s.*[.!?:…]$/su.test(text) || words.some((word) => isOfMessages(word));
}

/** Returns true if a value is what people call its name: `{"password": "Password"}`, also in another language, or its sentence. */
function isLabel(name: string, text: string): boolean {
  if (text.length > LONGEST_LABEL || /\d/.test(text)) return false;
  if (/\S\s+\S+\s+\S|\s.*[?!.:…]$/.test(name)) return /\s/.test(text);
  // Languages without capitals have labels too.
  if (/^[\p{Lo}\p{M}\p{Lm}\s]{2,30}$/u.test(text)) return true;
  if (!/^\p{Lu}[\p{L}\p{M}]*(?:[ '’,-]+\p{L}[\p{Ll}\p{M}]*)*[ .:?!*…]*$/u.test(text)) return false;
  const lower = text.toLowerCase().normalize('NFC');
  const letters = (each: string) => each.toLowerCase().replace(/[^\p{L}]/gu, '');
  if (letters(text) === letters(name) || CALLED.test(lower)) return true;
  return /[ -]/.test(lower) && (ABOUT.test(lower) || /(?: \S+){2}[.?:…]$/.test(lower));
}

const alternatives = (text: string) => text.replace(/\s+/g, '|').replaceAll('_', ' ');

/** Labels for a password, a token or a key, in many languages. */
const CALLED = new RegExp(`token|токен|${alternatives(`${ANYWHERE} ${FOREIGN_PASSWORD}`)}`);
const ABOUT = new RegExp(
  `(?<!\\p{L})(?:key|code|pin|phrase|acc[eè]s\\p{L}*|${alternatives(`${FOREIGN_SECRET} ${FOREIGN_KEY}`)})(?!\\p{L})`,
  'u',
);
