/**
 * What a target says of a parameter that is called like a secret, under `params` or `errors`: `must be string`
 * about `password` is no password. To be taken for that, a text has to be made of nothing but the words that such
 * messages are made of; what repeats a value has other words.
 */

const WORDS: ReadonlySet<string> = new Set(
  `a an and any array at be boolean can cannot characters contain contains does empty equal exactly expected false fewer
  field for format greater has have in integer invalid is it item items least length less letters long longer
  match matches may missing more most must no not null number object of one only optional or parameter pattern property
  provided required confirmation uppercase lowercase digit digits symbol symbols special letter weak wrong t s isn doesn don hasn incorrect minimum
  maximum min max validation too blank set short shorter should string than the this to true type unknown valid value was with yes your`.split(
    /\s+/,
  ),
);

const LONGEST = 200;

/** Below these, each member says what is wrong with the parameter of its name; `params` only as `data` of an error has it. */
export function isComplaints(name: string, outer: string | undefined): boolean {
  return (
    /^(?:errors?|field_?errors|validation_?errors|violations)$/i.test(name) ||
    (name === 'params' && outer === 'data')
  );
}

/** Returns true if a text is made of nothing but the words of such messages. */
export function readsAsComplaint(name: string, value: string, least = 2): boolean {
  if (value.length > LONGEST) return false;
  const words = value.split(/[ .,;:()"'_-]+/).filter((word) => word !== '');
  return words.length >= least && words.every((word) => isUsual(word, name));
}

function isUsual(word: string, name: string): boolean {
  return (
    word.toLowerCase() === name.toLowerCase() ||
    /^\d{1,4}$/.test(word) ||
    WORDS.has(word.toLowerCase())
  );
}
