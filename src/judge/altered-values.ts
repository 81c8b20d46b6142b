/** Sent values that the answer to a write shows altered, in a way that no server means. */

import { type Contract, statusOf } from '../contract/index.ts';
import {
  child,
  isMembers,
  type Json,
  pointerOf,
  type RobustnessRule,
  recordsOf,
  type Trace,
} from '../model/index.ts';

export const KEEPS_VALUES: RobustnessRule = {
  id: 'robust/keeps-values',
  level: 'implied',
  states:
    'A value that a write takes is not cut to a machine number, and not decoded or escaped once more.',
  because:
    'RFC 9110, 15.5.1, lets a server refuse a value that does not fit; RFC 8259, 7: a text is what it is after the parser',
};

export interface AlteredValue {
  readonly step: string;
  readonly pointer: string;
  readonly sent: string | number;
  readonly shown: string | number;
  /** What was done to it. */
  readonly how: string;
}

/** Names of what has a normal form, as addresses do. */
const NORMAL = /slug|ur[il]|href|link|path|address/i;

/** The altered values in the answers of a trace, one for each way in each answer. */
export function alteredIn(
  { case: { steps }, exchanges }: Trace,
  { operation: operationOf, validate }: Pick<Contract, 'operation' | 'validate'>,
): readonly AlteredValue[] {
  return exchanges.flatMap(({ step, outcome }) => {
    const sent = steps.find(({ id }) => id === step);
    if (outcome.kind !== 'answer' || outcome.body.content.kind !== 'json') return [];
    if (sent?.request.body.kind !== 'json' || sent.role === 'violation') return [];
    const operation = operationOf(sent.request.operation);
    if (!operation.writes || statusOf(operation, outcome, validate) >= 300) return [];
    const { slug, link } = recordsOf(operation);
    const found = alteredBelow(sent.request.body.value, outcome.body.content.value, []).filter(
      ({ path }) => !path.some((name) => name === slug || name === link || NORMAL.test(name)),
    );
    const ways = new Set<string>();
    return found.flatMap(({ path, ...one }) => {
      if (ways.has(one.how)) return [];
      ways.add(one.how);
      return [{ ...one, step, pointer: pointerOf(path) }];
    });
  });
}

type Altered = Pick<AlteredValue, 'sent' | 'shown' | 'how'> & { readonly path: readonly string[] };

function alteredBelow(sent: Json, shown: unknown, path: readonly string[]): readonly Altered[] {
  if (Array.isArray(sent)) return alteredElements(sent, shown, path);
  if (isMembers(sent))
    return Object.entries(sent).flatMap(([name, value]) =>
      alteredBelow(value, child(shown, name), [...path, name]),
    );
  if (sent === shown) return [];
  if (typeof sent === 'number' && typeof shown === 'number') {
    const how = machineNumber(sent, shown);
    return how === undefined ? [] : [{ path, sent, shown, how }];
  }
  if (typeof sent !== 'string' || typeof shown !== 'string' || isAddress(sent)) return [];
  const how = Object.entries(CONVERSIONS).find(([, convert]) => converted(convert, sent) === shown);
  // A relative address has a normal form, too.
  if (how === undefined || (how[0] in OF_ADDRESSES && isPath(sent))) return [];
  return [{ path, sent, shown, how: how[0] }];
}

/** Numbers of a list: one in the place of another may have been put in order. */
function alteredElements(
  sent: readonly Json[],
  shown: unknown,
  path: readonly string[],
): readonly Altered[] {
  if (!Array.isArray(shown) || shown.length !== sent.length) return [];
  return sent.flatMap((value, at) =>
    typeof value !== 'number' || sent.includes(shown[at]) || shown.includes(value)
      ? []
      : alteredBelow(value, shown[at], [...path, String(at)]),
  );
}

/** Less could be a default, or the ID of something. */
const LEAST = 2 ** 15 - 1;

/** A server that takes no more may show these for what is beyond them, or what was there before. */
const GREATEST: ReadonlySet<number> = new Set([15, 16, 31, 32].map((bits) => 2 ** bits - 1));
const LEAST_OF_ALL: ReadonlySet<number> = new Set([15, 31].map((bits) => -(2 ** bits)));

/** The machine number that a whole number became. */
function machineNumber(sent: number, shown: number): string | undefined {
  if (!Number.isSafeInteger(sent) || !Number.isSafeInteger(shown) || Math.abs(shown) < LEAST)
    return;
  if (GREATEST.has(shown) || (sent < 0 && LEAST_OF_ALL.has(shown))) return;
  if (Math.fround(sent) === shown) return 'as a number of single precision';
  const bits = [16, 32].find((size) =>
    [BigInt.asIntN(size, BigInt(sent)), BigInt.asUintN(size, BigInt(sent))].includes(BigInt(shown)),
  );
  return bits === undefined ? undefined : `as a number of ${bits} bits`;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

/** Conversions from one form of an address into another. */
const OF_ADDRESSES: { readonly [how: string]: (text: string) => string } = {
  'percent-decoded': decodeURIComponent,
  'decoded as a form': (text) => decodeURIComponent(text.replaceAll('+', ' ')),
};

/** What careless code does to a text, by name. None changes a text that has nothing to be converted. */
const CONVERSIONS: { readonly [how: string]: (text: string) => string } = {
  ...OF_ADDRESSES,
  'with entities resolved': (text) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  'with UTF-8 read as ISO 8859-1': (text) => utf8(text).toString('latin1'),
  'with question marks beyond ASCII': (text) => text.replace(/[^\0-\x7f]/gu, '?'),
  'with question marks beyond 16 bits': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'cut to 8 bits for each character': (text) => Buffer.from(text, 'latin1').toString('latin1'),
  'without backslashes': (text) => text.replace(/\\(.)/gs, '$1'),
  'with backslashes before quotes': (text) => text.replace(/['"\\]/g, '\\$&'),
  'escaped as in JSON': (text) => JSON.stringify(text).slice(1, -1),
};

function converted(convert: (text: string) => string, text: string): string | undefined {
  try {
    return convert(text);
  } catch {
    return undefined;
  }
}

function isAddress(text: string): boolean {
  return /^(?:\/\/|[a-z][a-z\d+.-]*:\S)/i.test(text);
}

function isPath(text: string): boolean {
  return /^\S*[/?#]\S*$/.test(text);
}
