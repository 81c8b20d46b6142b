/** Decides which exchanges are recorded, if a profile excludes some. */

import type { Outcome, RecordingRules, TrafficRule, WireRequest } from '../model/index.ts';

interface ExchangeFacts {
  readonly operation: string | null;
  /** `target` relative to the base URL. */
  readonly request: Pick<WireRequest, 'method' | 'target'>;
  /** Undefined if not known yet. */
  readonly outcome: Outcome | undefined;
}

/**
 * Returns true if an exchange is recorded. Before its outcome is known: if it can be.
 *
 * @param rules all exchanges are recorded if absent
 */
export function recordingFilter({
  only,
  except = [],
  documented,
}: RecordingRules = {}): (exchange: ExchangeFacts) => boolean {
  const wanted = only?.map(compiled);
  const unwanted = except.map(compiled);
  return (exchange) =>
    !(documented && exchange.operation === null) &&
    (wanted?.some((fits) => fits(exchange) !== false) ?? true) &&
    !unwanted.some((fits) => fits(exchange) === true);
}

type Fits = (exchange: ExchangeFacts) => boolean | undefined;

/** Undefined if only the answer can decide. */
function compiled({ path, methods, types, moreBytesThan }: TrafficRule): Fits {
  const pattern = path === undefined ? undefined : new RegExp(path, 'u');
  const names = methods?.map((name) => name.toUpperCase());
  return ({ request, outcome }) => {
    if (pattern && !pattern.test(request.target)) return false;
    if (names && !names.includes(request.method.toUpperCase())) return false;
    if (types === undefined && moreBytesThan === undefined) return true;
    if (outcome === undefined) return undefined;
    if (outcome.kind === 'fault') return false;
    if (types && !types.some((type) => isOfType(outcome, type))) return false;
    return moreBytesThan === undefined || outcome.body.bytes.length > moreBytesThan;
  };
}

function isOfType({ headers }: Extract<Outcome, { kind: 'answer' }>, type: string): boolean {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const own = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  const wanted = type.toLowerCase();
  return wanted.endsWith('/*') ? own.startsWith(wanted.slice(0, -1)) : own === wanted;
}
