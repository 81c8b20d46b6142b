/** Answers to reads without a credential, compared with those to the same reads with one. */

import { type Exchange, fieldOf, type RobustnessRule, type Trace } from '../model/index.ts';

/** A read without a credential that shows what it was refused before another read with one. */
export const STAYS_PRIVATE: RobustnessRule = {
  id: 'robust/stays-private',
  level: 'implied',
  states: 'What is refused without a credential is not shown without one after a read with it.',
  because:
    'RFC 9111, 3.5: the answer to a request with a credential is used for no other, unless it says that it may be',
};

/** Reads without a credential that show it. */
export function shownToAnyone({ case: { steps }, exchanges }: Trace): readonly Exchange[] {
  const asked = (one: Exchange, kind: string) =>
    steps.find(({ id }) => id === one.step)?.request.credential.kind === kind;
  return exchanges.filter((shown, at) => {
    if (!asked(shown, 'none')) return false;
    const alike = exchanges
      .slice(0, at)
      .filter(
        ({ request: { method, target } }) => method === 'GET' && target === shown.request.target,
      );
    const refused = alike.findIndex(
      (one) => asked(one, 'none') && [401, 403].includes(statusIn(one)),
    );
    return (
      refused >= 0 &&
      alike.slice(refused).some((one) => asked(one, 'valid') && isSameSuccess(one, shown))
    );
  });
}

/** With these, a shared cache may use an answer to a request with a credential for others. */
const FOR_ALL = /\b(?:public|s-maxage|must-revalidate)\b/i;

function statusIn({ outcome }: Exchange): number {
  return outcome.kind === 'answer' ? outcome.status : 0;
}

function isSameSuccess({ outcome: one }: Exchange, { outcome: other }: Exchange): boolean {
  return (
    one.kind === 'answer' &&
    other.kind === 'answer' &&
    one.status === 200 &&
    !FOR_ALL.test(fieldOf(one.headers, 'cache-control') ?? '') &&
    other.status === 200 &&
    one.body.bytes.length > 0 &&
    Buffer.compare(one.body.bytes, other.body.bytes) === 0
  );
}
