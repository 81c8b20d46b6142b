/**
 * What a target says of a parameter that is called like a secret, under `params` or `errors`: `must be string`
 * about `password` is no password. To be taken for that, a text has to stand there and be made of nothing but
 * the words that such messages are made of; what repeats a value has other words.
 */

const WORDS: ReadonlySet<string> = new Set(
  `a an and any array at be boolean cannot characters contain does empty equal exactly expected false fewer
  field for format greater has have in integer invalid is it item items least length less letters long longer
  match matches may missing more most must no not null number object of one only or parameter pattern property
  required confirmation uppercase lowercase digit digits symbol symbols special letter weak incorrect minimum maximum too blank cannot set short shorter should string than the this to too true type unknown valid value was`.split(
    /\s+/,
  ),
);

/** What is shorter might be a secret that is not looked for elsewhere. */
const SHORTEST = 6;
const LONGEST = 200;

/** So much before a member is looked at, to see what it is a member of. In characters. */
const LOOKED_BACK = 2000;

/** Below these, each member says what is wrong with the parameter of its name; `params` only as `data` of an error has it. */
export function isComplaints(name: string, outer: string | undefined): boolean {
  return (
    /^(?:errors?|field_?errors|validation_?errors|violations)$/i.test(name) ||
    (name === 'params' && outer === 'data')
  );
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const BESIDE = String.raw`(?:${TEXT}\s*:\s*(?:${TEXT}|\[\s*${TEXT}\s*\]|-?\d+)\s*,\s*)*`;
/** The beginning of `"data":{…"params":{…` or of `"errors":{…`, up to a member of it. */
const IN_PARAMS = new RegExp(
  String.raw`(?:"data"\s*:\s*\{\s*${BESIDE}"params"|"(?:errors?|field_?errors|validation_?errors|violations)")\s*:\s*\{\s*${BESIDE}$`,
  'i',
);

/**
 * Whether a member of a text of JSON is a message about the parameter that it is called by.
 * @param start where the name of the member begins in the text, its quotation mark left out
 */
export function isComplaint(text: string, start: number, name: string, value: string): boolean {
  if (!readsAsComplaint(name, value)) return false;
  return IN_PARAMS.test(text.slice(Math.max(0, start - 1 - LOOKED_BACK), start - 1));
}

/** Whether a text is made of nothing but the words of such messages. */
export function readsAsComplaint(name: string, value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST) return false;
  const words = value.split(/[ .,;:()"']+/).filter((word) => word !== '');
  return words.length >= 2 && words.every((word) => isUsual(word, name));
}

function isUsual(word: string, name: string): boolean {
  return word === name || /^\d{1,4}$/.test(word) || WORDS.has(word.toLowerCase());
}
