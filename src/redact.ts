/**
 * Removes secrets from whatever leaves the tool. A target may echo a credential in any spelling, so each
 * secret is sought as it stands and as JSON, URLs, forms and base64 would write it.
 */
export type Redact = <T>(value: T) => T;

const MARK = '[redacted]';

/** Shorter than this, a secret is as likely an ordinary word, and removing it would garble the report. */
const SHORTEST = 4;

export function createRedactor(secrets: readonly string[]): Redact {
  const spellings = new Set(
    secrets.filter((secret) => secret.length >= SHORTEST).flatMap(spellingsOf),
  );
  // The longest first, so that no part of one is left when another is a piece of it.
  const sought = [...spellings].sort((a, b) => b.length - a.length);
  if (sought.length === 0) return (value) => value;
  const pattern = new RegExp(sought.map(escapeForRegExp).join('|'), 'gi');
  return <T>(value: T): T => redactDeep(value, pattern) as T;
}

function redactDeep(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, MARK);
  if (Array.isArray(value)) return value.map((item: unknown) => redactDeep(item, pattern));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replace(pattern, MARK),
      redactDeep(item, pattern),
    ]),
  );
}

function spellingsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret);
  const everyByte = [...Buffer.from(secret)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
  return [
    secret,
    percent,
    percent.replaceAll('%20', '+'),
    everyByte,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    ...base64Spellings(secret),
  ];
}

/**
 * In base64 a text looks different at each of the three places it may have in a group of bytes; what
 * stays the same is what its own whole groups give.
 */
function base64Spellings(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const whole = padded.subarray(shift === 0 ? 0 : 3, padded.length - (padded.length % 3));
    const text = whole.toString('base64');
    if (text.length < 8) return [];
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
