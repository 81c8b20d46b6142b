/** What people write in the place of a secret: references to it, labels, messages, and answers. */

import { randomness } from './entropy.ts';
import { ANYWHERE, FOREIGN_KEY, FOREIGN_PASSWORD, FOREIGN_SECRET } from './words.ts';

/** In characters. */
const LONGEST_REFERENCE = 300;
const LONGEST_MESSAGE = 1000;

/** A value that stands elsewhere, or a place for one: a pattern for each way to write it, in the order of who writes so. */
const STANDS_FOR = new RegExp(
  `^(?:${String.raw`
\$\{.*\}?|\${1,2}\([a-z][\w./-]*\x20.*\)|\$(?:env:)?[A-Za-z_(]\w*\)?|\$\w+(?:->\w+|\[["']\w+["']\])+
\{\{.*|[#%]\{.*\}|%{1,2}[\w.:()]+%{1,2}|@{1,2}[A-Z_]+@{1,2}|@@\w+@@|__[A-Z_]+__|\{\$?\w{1,19}(?::[\w./-]{1,80})?\}
<[^<>]*>?|<%.*%>|&lt;?.*|!!\w+|!(?:secret|ref|sub|env|vault|getatt)\b.*|@[a-z][\w-]*\/[\w.-]+|@Microsoft\.KeyVault\(.*\)
(?:process\.env\.|os\.environ).*|[a-z]+(?:[._][a-z]+)*\.(?:password|passwd|secret|token|key|pass)
(?:required|nullable|string)\|.*|(?:workspace|npm|link):[@^~*\w].*|--[a-z]+(?:--?[a-z\d]+)*
(?:[a-z]{2,6}[_-]){0,2}.{0,4}(?:\*{4,}|•{4,}).{0,4}|\*+|•+|·+|x{3,}|[a-z]{0,4}[-_]?(?:\.{3,}|…)
\([\w\x20-]{3,20}\)|\[[a-z_,\x20-]{3,60}\]?|\*+\x20?[a-z]+\x20?\*+
e\.g\.\x20.*|your[_-][\w-]+|replace[_\x20-]?(?:me|this)
(?:put|enter|insert|add|paste|type|set)[_\x20-](?:your|a|the|this)[\x20_-][a-z\x20_-]+|(?:[a-z]+[_\x20-]){0,4}(?:pass(?:word|phrase)|phrase|secret|token|key|value)[_\x20-](?:goes[_\x20-])?here
`
    .trim()
    .replace(/\n/g, '|')})$`,
  'i',
);

/** What may be a reference or a place as well as the password of an account: `changeme`, `config.name`, `my-password`. */
const MAY_STAND_FOR =
  /^(?:\$\d|:[a-z_]+|\?|placeholder|tbd|todo|n\/?a|\W?(?:please[-_])?change[-_]?(?:me|this|it)\W?|(?<sign>[^\w\s])\k<sign>{2,}|(?:[a-z\d]{1,10}[-_]){0,3}x{3,}(?:-x{3,})*|(?:my|example|sample|dummy|fake|some)(?:[_-][a-z]+){0,3}[_-](?:password|pass|pw|secret|token|key)|[A-Za-z_.:]{3,40}\((?:["'][^"']{0,80}["']|[\w.$]{0,80})(?:, ?(?:["'][^"']{0,80}["']|[\w.$]{1,80})){0,5}\)|[A-Za-z_.]{3,40}\[(?:[:"'][\w.-]+["']?|-?\d{1,3})\](?:\.\w{1,40})?|(?:this|self|props|config|settings|secrets|inputs|env|vars?|local|data|module|import\.meta|options|params|req|request|ctx|(?:random|aws|google|azurerm)_[a-z_]+)(?:\.[A-Za-z_]+)+)$/i;

/** Names of variables, addresses in stores of secrets, and digests that a page shows. */
const NAMES_ONE =
  /^(?:REDACTED|FILTERED|MASKED|HIDDEN|REMOVED|SCRUBBED|SANITIZED|CENSORED)$|^(?:[A-Z]+_)*(?:PASSWORD|PASS|TOKEN|SECRET|KEY)$|^(?:op|vault|ssm|aws-?s[sm]m?|arn|env|keyring|gcp-?sm|akv|sops|bws|doppler|secretref|secrets?|ref\+\w{2,20}):(?:\/\/|aws[\w-]*:|[\w.-]+[/#])|^(?:env|keychain):\w+$|^file:\/|^projects\/[^/]+\/(?:secrets|locations)\/|^sha\d{3}-[\w+/]+={0,2}$/;

/** A name of a variable, or a path without its root. */
const MAY_NAME_ONE = /^(?:[A-Z]+_)+[A-Z]+$|^[a-z]+(?:\/[a-z_-]+){2,}$/;

/** Returns true if a value is a reference to one that stands elsewhere, or a place for one. @param ofAccount next to its name */
export function isReference(value: string, ofAccount = false): boolean {
  if (value.length > LONGEST_REFERENCE) return false;
  const fixed = value.replace(/\$\{[^{}]{1,80}\}|\{\{[^{}]{1,80}\}\}/g, '');
  if (fixed !== value && /^[a-z_.:/ -]*$/i.test(fixed)) return true;
  if (NAMES_ONE.test(value) || isPath(value) || STANDS_FOR.test(value)) return true;
  return !ofAccount && (MAY_STAND_FOR.test(value) || MAY_NAME_ONE.test(value));
}

/** In bits: folders such as `www` are no words. */
const MOST_OF_PATH = 6;

/** Returns true for a place in a file system or a vault: `/home/anna/site`, `secret/data/db#password`, `C:\\keys`. */
function isPath(value: string): boolean {
  const path =
    /^(?:(?:[~#]|\.{0,2}|[A-Za-z]:)(?:[/\\]+[\w.@ $-]+){2,}[/\\]?(?:#\w+)?|[\w.-]+(?:\/[\w.@ -]+){2,}#\w+)$/;
  return path.test(value) && randomness(value) < MOST_OF_PATH;
}

/**
 * Returns true for what says something about a secret under this name, and is none.
 * @param least words of a message
 * @param ofAccount true next to the name of an account, where any words may be its password
 */
export function isLanguage(name: string, value: string, least = 2, ofAccount = false): boolean {
  // A form has a plus for each blank.
  const text = value.includes(' ') ? value : value.replaceAll('+', ' ');
  if (text.length > LONGEST_MESSAGE) return false;
  const letters = lettersOf(text);
  if (
    !ofAccount &&
    letters.length > 5 &&
    !/[^\p{L}_ -]/u.test(text) &&
    lettersOf(name).includes(letters)
  )
    return true;
  if (text.toLowerCase() === name.toLowerCase()) return true;
  const answer = value.replace(/[;,]$/, '');
  if (ANSWER.test(answer) || VERSION.test(answer) || isText(name, text, least)) return true;
  return !ofAccount && (MAY_ANSWER.test(answer) || isSentence(name, text));
}

/** Versions of a package: `^9.0.2`, `1.x`, `>=0.5.0 <1`. */
const VERSION =
  /^(?:(?:^|\s(?:\|\|\s)?)(?:[~^<>=v@]{1,2}\s?\d{1,4}|\d{1,4}(?=\.))(?:\.(?:\d{1,4}|x|\*)){0,2}(?:-(?:alpha|beta|rc|next|dev)[\d.-]*)?)+$/;

/** Says that there is something, which type or form it has, or which text is shown for it; also as a setting. */
const ANSWER =
  /^(?:[a-z][\w.-]* = )?(?:true|false|-|!?\d{1,2}|yes|no|null|nil|(?:un)?defined|none|read|write|include|omit|same-origin|enabled|disabled|~|on|off|\[?(?:string|number|boolean|int|float|id|uuid|(?:var)?char\(\d{1,5}\)|json|datetime|timestamp)!?\]?!?|required|optional|forbidden|mandatory|allowed|masked|unset|missing|expired|invalid|bcrypt|scrypt|argon2(?:id?)?|pbkdf2|md5|sha-?\d{1,3}|erforderlich|pflichtfeld|obligatoire|obligatorio|abgelaufen|ja|nein|oui|non|a?symmetric|(?:wpa|wep|tls|ssl)[\d.-]*(?:[-_/ ]?psk)?|\[[A-Z]+\]|error|warn|(?:validation|errors?|messages?|labels?|forms?|login|rules?)(?:\.[a-z_]+)+|[a-z_.]+\.(?:required|invalid|label|hint|title|missing|placeholder))$/i;

/** Answers that are passwords of accounts as well. */
const MAY_ANSWER =
  /^(?:default|auto|generated?|random|prompt|ask|inherit(?:ed)?|empty|unknown|anonymous|set|unchanged|configured|strong|weak|medium|fair|sample|dummy|example|text(?:field)?|plain(?:text)?|securestring|hashed|encrypted|alpha|beta)$/i;

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
export const PHRASE = /^(?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8}$/;

/** A place for a value in a text: `{name}`, `{{ name }}`, `%s`, `%1$d`, `%{name}`. */
const TEMPLATE = /\{[\w .]+\}|%(?:\d\$)?[sd]/;

const WORDS =
  /^["“«(¿¡]?\p{L}(?:[\p{L}\p{M}\s'’"“”«»(),.;:!?…*/_-]|(?<=[\s(])\d{1,4}(?:\+|-\d{1,4})?(?![^\s.,)]))*$/u;

/** Returns true for labels, messages and sentences: words of which some are usual in them, or name a secret. */
function isText(name: string, text: string, least: number): boolean {
  if (TEMPLATE.test(text) && /\p{L}\s|\s\p{L}/u.test(text)) return true;
  if (PHRASE.test(text)) return false;
  if (!WORDS.test(text)) return false;
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

/** In words. Fewer words are as likely a passphrase. */
const LEAST_OF_SENTENCE = 5;
const LEAST_OF_GREEK = 3;

/** Returns true for a sentence of any language: nearly all of it is words, and some are no words of a passphrase. */
function isSentence(name: string, text: string): boolean {
  if (PHRASE.test(text) || /phrase|seed|mnemonic|words$/i.test(name)) return false;
  if (/[\p{Lo}ー]{4}/u.test(text)) return true;
  const pieces = text.split(/\s+/);
  const words = pieces.filter((piece) => WORD.test(piece));
  const least = /[\u0370-\u1fff]{3}/.test(text) ? LEAST_OF_GREEK : LEAST_OF_SENTENCE;
  if (pieces.length < least || pieces.some((piece) => MADE_UP.test(piece))) return false;
  if (words.length < 0.65 * pieces.length) return false;
  const plain = words.map((word) => withoutAccents(word).replace(/\P{L}+$|^\P{L}+/gu, ''));
  const isClosed = /[.?:…]["'”»)]{0,2}$|\p{L}[,;:)] \p{L}/u.test(text);
  const usual = plain.filter((word) => isOfMessages(word) || NAMING.test(word)).length;
  return /^\P{L}*\p{Lu}/u.test(text) && isClosed ? true : usual >= least / 2;
}

/** Letters and digits, which a password in a sentence has. */
const MADE_UP = /^(?=\S{0,80}\d)(?=\S{0,80}\p{L})\S{6,}|\p{Ll}[^\p{L}\s'’/.,:;-]+\p{L}/u;

const WORD = /^[("'“„«¿¡]{0,2}\p{L}[\p{L}\p{M}'’/-]*[)"'”“».,:;!?…]{0,3}$/u;

/**
 * Returns true if the members of an object are texts of an interface: one under the name of a secret is a label, so the
 * others are words as well.
 */
export function areLabels(
  values: readonly string[],
  named: readonly (readonly [name: string, value: string])[],
): boolean {
  return (
    values.length > 2 &&
    values.every((value) => LABEL.test(value)) &&
    named.some(([name, value]) => isText(name, value, 2))
  );
}

const LABEL =
  /^(?:(?:[\p{Lu}\p{Lo}]|\S+\s\S)[^\d_@#$=+~^<>]*|\p{Lu}[\p{L} ,.]* \d{1,3} [\p{L} ,.]+)$/u;

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
