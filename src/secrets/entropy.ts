/** Weighs two origins of a value against each other: written by a person, or drawn at random. */

/**
 * Bits of surprise at a letter after another one, from `a` to `z`: the first row at the start of a word, then one row for
 * each letter before. Counted in documentation in English and in messages in 20 other languages.
 */
const SURPRISE =
  `44344555477545548434565878 75459759586353959343668868 36673889368278389447389969 39683993494589299563599979
  47851779289587389548579969 47436568798453857234867579 38773399299498399465499959 47992854389464489356389987
  29972999398667389464599969 56455559997442369544959796 36872897597777358528358999 46862877376665489736587969
  38752888397389379855579939 25972989398657439958589979 48433628487786479833669969 65557669696442549345454889
  38773986499377349354599979 89999998699588698758199979 38652759396655379544678969 59482794397677449842498969
  39682894299688479445597959 55564659498443749333799898 29991979399989499869799989 29973873398694399449897979
  46363696399968729773899658 45574579476543439634775976 27781897398576499668699855`
    .split(/\s+/)
    .map((row) => [...row].map(Number));

/** Bits of what a written text does seldom: it changes between small letters, capitals, digits and signs. */
const CHANGE = 3.6;
const STAY = 0.25;
const DIGIT = 3.3;
const USUAL_SIGN = 1;
const UNUSUAL_SIGN = 5;
/** Few words have one letter. */
const SINGLE = 1.5;

/** In characters. The rest of a longer value adds nothing to what its head shows. */
const LONGEST = 200;

/**
 * Returns the bits by which a value is more likely drawn at random than written. Words, also joined ones, dates and numbers
 * have less than nothing, and 16 drawn characters have about 20.
 */
export function randomness(value: string): number {
  const head = value.length > LONGEST ? value.slice(0, LONGEST) : value;
  let bits = -head.length * bitsPerCharacter(head);
  let before = '';
  let earlier = '';
  for (const character of head) {
    bits += surpriseAt(character, before, earlier);
    earlier = before;
    before = character;
  }
  return bits;
}

/** Bits that a character takes if each one of those that a value uses is as likely as the others. */
function bitsPerCharacter(value: string): number {
  const signs = new Set(value.replace(/[A-Za-z\d]+/g, '')).size;
  const [small, capital, digit] = [/[a-z]/, /[A-Z]/, /\d/].map((each) => each.test(value));
  const isHex = digit && small !== capital && !/[g-z]/i.test(value);
  const letters = isHex ? 6 : (small ? 26 : 0) + (capital ? 26 : 0);
  return Math.log2(Math.max(2, letters + (digit ? 10 : 0) + signs));
}

type Kind = 'small' | 'capital' | 'digit' | 'sign' | 'none';

function kindOf(character: string): Kind {
  if (character === '') return 'none';
  if (character >= 'a' && character <= 'z') return 'small';
  if (character >= 'A' && character <= 'Z') return 'capital';
  return character >= '0' && character <= '9' ? 'digit' : 'sign';
}

function surpriseAt(character: string, before: string, earlier: string): number {
  const kind = kindOf(character);
  const last = kindOf(before);
  const change = last === 'none' ? 0 : CHANGE;
  if (kind === 'digit') return (last === kind ? STAY : change + single(before, earlier)) + DIGIT;
  if (kind === 'sign') {
    return (
      change + single(before, earlier) + (/[-_./ ]/.test(character) ? USUAL_SIGN : UNUSUAL_SIGN)
    );
  }
  // `Word` is one word, and so is `HTTP`; in `HTTPserver` a new one starts.
  const isInWord = last === kind || (last === 'capital' && kindOf(earlier) !== 'capital');
  const row = isInWord ? placeOf(before) + 1 : 0;
  const letter = SURPRISE[row]?.[placeOf(character)] ?? 0;
  return letter + (isInWord ? STAY : last === 'sign' ? 0 : change);
}

function single(before: string, earlier: string): number {
  return /[a-z]/i.test(before) && !/[a-z]/i.test(earlier) ? SINGLE : 0;
}

function placeOf(letter: string): number {
  return (letter.charCodeAt(0) | 0x20) - 0x61;
}
