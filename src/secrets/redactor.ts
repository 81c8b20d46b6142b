/**
 * Removes secrets from whatever leaves the tool. A target may echo a credential in any spelling, so each
 * secret is sought as it stands and as JSON, URLs, forms, hexadecimal digits and base64 would write it.
 */
export type Redact = <T>(value: T) => T;

export const MARK = '[redacted]';

/** Shorter than this, a secret is as likely an ordinary word, and removing it would garble the report. */
const SHORTEST = 4;

/** The first letters of a secret, so many or more, before a place where a text was cut. */
const LEAST_OF_CUT = 6;

/** So many texts without a secret are remembered: ids and sentences come again and again. */
const MOST_CLEAN = 20_000;
const LONGEST_CLEAN = 300;

/** The redactor that was made last: many runs of one target follow each other. */
let last: { readonly key: string; readonly redact: Redact } | undefined;

/**
 * @param secrets those shorter than four characters are left alone
 * @param mark what is written in their place
 * @returns plain data without them, in strings and in names of members: a copy where there was one
 */
export function createRedactor(secrets: readonly string[], mark = MARK): Redact {
  const key = JSON.stringify([mark, secrets]);
  if (last?.key !== key) last = { key, redact: redactorOf(secrets, mark) };
  return last.redact;
}

function redactorOf(secrets: readonly string[], mark: string): Redact {
  // The longest first, so that no part of one is left when another is a piece of it.
  const sought = [...new Set(secrets.flatMap(normalForms))]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  if (sought.length === 0) return (value) => value;
  const long = sought.filter((secret) => secret.length > LONGEST_AT_ONCE).flatMap(chainsOf);
  const others = sought.filter((secret) => secret.length <= LONGEST_AT_ONCE);
  const patterns = others.length === 0 ? [] : patternsOf(others);
  return deepRedactor((text) => {
    if (text.length < SHORTEST) return text;
    const whole = withoutCut(text, sought, mark);
    const short = long.reduce((left, chain) => withoutChain(left, chain, mark), whole);
    return patterns.reduce((left, pattern) => left.replace(pattern, mark), short);
  });
}

/** Redacts each text within plain data, and remembers those in which nothing was found. */
export function deepRedactor(redactText: (text: string) => string): Redact {
  const clean = new Set<string>();
  const redact = (text: string): string => {
    if (clean.has(text)) return text;
    const rest = redactText(text);
    if (rest === text && text.length <= LONGEST_CLEAN && clean.size < MOST_CLEAN) clean.add(text);
    return rest;
  };
  return <T>(value: T): T => redactDeep(value, redact) as T;
}

/** Letters may come back with their accents apart from them. */
function normalForms(secret: string): readonly string[] {
  return [secret, ...['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => secret.normalize(form))];
}

/** Between two characters, mail may break the line. */
function broken(spelling: Spellings): Spellings {
  return spelling.map((character, at) => (at === 0 ? character : `(?:=\\r?\\n)?${character}`));
}

/** A secret in one of its spellings, by its characters: a pattern for each. */
type Spellings = readonly string[];

function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  const oneOf = (spellings: readonly Spellings[]) =>
    spellings.map((spelling) => spelling.join('')).join('|');
  return [
    // Header values come back in any case, and so do the digits of an escape; base64 does not.
    new RegExp(
      oneOf(secrets.flatMap((secret) => [broken(asText(secret)), asDigits(secret)])),
      'giu',
    ),
    new RegExp(oneOf(secrets.flatMap(asBase64)), 'gu'),
  ];
}

/** Patterns that have to match one after the other, each where the one before it ends. */
interface Chain {
  readonly first: RegExp;
  readonly others: readonly RegExp[];
}

/** A pattern of some thousand characters, as some tokens have, is more than the engine can compile. */
const LONGEST_AT_ONCE = 400;

function chainsOf(secret: string): readonly Chain[] {
  const chain = (spelling: Spellings, flags: string): Chain => {
    const pieces: string[] = [];
    for (let at = 0; at < spelling.length; at += LONGEST_AT_ONCE) {
      pieces.push(spelling.slice(at, at + LONGEST_AT_ONCE).join(''));
    }
    const [first = '', ...others] = pieces;
    return {
      first: new RegExp(first, `g${flags}`),
      others: others.map((piece) => new RegExp(piece, `y${flags}`)),
    };
  };
  return [
    ...[asText(secret), asDigits(secret)].map((spelling) => chain(spelling, 'iu')),
    ...asBase64(secret).map((spelling) => chain(spelling, 'u')),
  ];
}

function withoutChain(text: string, { first, others }: Chain, mark: string): string {
  let rest = '';
  let from = 0;
  first.lastIndex = 0;
  for (let match = first.exec(text); match !== null; match = first.exec(text)) {
    let end = first.lastIndex;
    const whole = others.every((pattern) => {
      pattern.lastIndex = end;
      const matches = pattern.test(text);
      end = pattern.lastIndex;
      return matches;
    });
    if (whole) {
      rest += text.slice(from, match.index) + mark;
      from = end;
    }
    first.lastIndex = whole ? end : match.index + 1;
  }
  return rest + text.slice(from);
}

/** The value itself where there is nothing to redact in it. */
function redactDeep(value: unknown, redactText: (text: string) => string): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => redactDeep(item, redactText));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const members = Object.entries(value);
  const rest = members.map(
    ([name, item]) => [redactText(name), redactDeep(item, redactText)] as const,
  );
  const same = rest.every(([name, item], at) => {
    const [before, held] = members[at] ?? [];
    return name === before && item === held;
  });
  return same ? value : Object.fromEntries(rest);
}

/** Long texts are cut in messages, and the cut may go through a secret. */
function withoutCut(text: string, secrets: readonly string[], mark: string): string {
  if (!text.includes('…')) return text;
  return text
    .split('…')
    .map((part, index, parts) => {
      if (index === parts.length - 1) return part;
      for (const secret of secrets) {
        for (let length = secret.length; length >= LEAST_OF_CUT; length -= 1) {
          if (part.endsWith(secret.slice(0, length))) return part.slice(0, -length) + mark;
        }
      }
      return part;
    })
    .join('…');
}

/** Each character as it stands or escaped, whichever; escapes may be escaped again. */
function asText(secret: string): Spellings {
  // Backslashes go by runs: sought one by one, a long run could be divided in too many ways.
  const pieces = secret.match(/\\+|[^\\]/gu) ?? [];
  return pieces.map((piece) => {
    const characters = Array.from(piece);
    const spellings = [
      // First, because an escaped percent sign begins with a plain one.
      characters.map(inUrl).join(''),
      characters.map(inMail).join(''),
      characters.map(inHtml).join(''),
      ...(OTHERWISE[piece] ?? []),
      piece.startsWith('\\') ? `\\\\{${piece.length},}` : plainly(piece),
      characters.map(inJson).join(''),
      characters.map(inCode).join(''),
    ];
    return `(?:${spellings.join('|')})`;
  });
}

/** In JSON, a quote has backslashes before it, a slash may have one, and some controls have a letter. */
function plainly(character: string): string {
  const letter = CONTROLS[character];
  if (letter) return `${literal(character)}|\\\\+${letter}`;
  return /["/]/.test(character) ? `\\\\*${literal(character)}` : literal(character);
}

const CONTROLS: { readonly [character: string]: string } = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

function inUrl(character: string): string {
  return bytesOf(character, (byte) => `%(?:25){0,2}${hex(byte, 2)}`);
}

/** Quoted-printable, whose lines may break before it. */
function inMail(character: string): string {
  return bytesOf(character, (byte) => `=${hex(byte, 2)}`);
}

function inHtml(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `&(?:amp;)*#(?:x0*${code.toString(16)}|0*${code})(?![\\da-f]);?`;
}

function inJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\\\+u${hex(character.charCodeAt(at), 4)}`,
  ).join('');
}

/** As JavaScript, Python, C and CSS write it. */
function inCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const octal = bytesOf(character, (byte) => `\\\\+${byte.toString(8).padStart(3, '0')}`);
  const digits = bytesOf(character, (byte) => `\\\\+x${hex(byte, 2)}`);
  return `\\\\+u\\{0*${code.toString(16)}\\}|${octal}|${digits}`;
}

function bytesOf(character: string, spell: (byte: number) => string): string {
  return Array.from(Buffer.from(character), spell).join('');
}

/** Named references of HTML, JSON Pointer, forms, and quotes that are doubled. */
const OTHERWISE: { readonly [character: string]: readonly string[] } = {
  ' ': ['\\+', '_', '&nbsp;'],
  '&': ['&(?:amp;)+'],
  '<': ['&(?:amp;)*lt;'],
  '>': ['&(?:amp;)*gt;'],
  '"': ['&(?:amp;)*quot;', '(?:\\\\*"){2}', '(?:%(?:25){0,2}22){2}'],
  "'": ['&(?:amp;)*apos;', "''", "'\\\\+''"],
  '/': ['~1'],
  '~': ['~0'],
  é: ['&(?:amp;)*eacute;'],
};

function asDigits(secret: string): Spellings {
  return Array.from(Buffer.from(secret), (byte) => hex(byte, 2));
}

/**
 * In base64 a text looks different at each of the three places that it may have in a group of bytes. At
 * its ends it shares a character with its neighbours: there, every character is sought that it may give.
 */
function asBase64(secret: string): readonly Spellings[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((shift) => {
    const [low, high] = [0x00, 0xff].map((neighbour) => {
      const [before, after] = [Buffer.alloc(shift, neighbour), Buffer.alloc(3, neighbour)];
      return Buffer.concat([before, bytes, after]).toString('base64');
    });
    const first = Math.floor((shift * 8) / 6);
    const end = Math.ceil(((shift + bytes.length) * 8) / 6);
    return Array.from({ length: end - first }, (_, index) => {
      const at = first + index;
      const [from, to] = [
        SIXTY_FOUR.indexOf(low?.[at] ?? ''),
        SIXTY_FOUR.indexOf(high?.[at] ?? ''),
      ];
      return `[${sharedBy(from, to).join('')}]`;
    });
  });
}

const SIXTY_FOUR = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The characters whose six bits have those that two of them have in common. */
function sharedBy(one: number, other: number): readonly string[] {
  const fixed = ~(one ^ other) & 63;
  return [...SIXTY_FOUR].flatMap((character, value) => {
    if ((value & fixed) !== (one & fixed)) return [];
    // The alphabet for URLs has two other characters.
    if (character === '+') return ['+', '\\-'];
    return character === '/' ? ['\\/', '_'] : [character];
  });
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
