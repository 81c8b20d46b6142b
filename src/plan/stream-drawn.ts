/** Random valid requests by position. */

import fc from 'fast-check';
import { isMembers } from '../model/index.ts';
import { mix } from './chance.ts';
import { partsOf, type RequestParts } from './generated.ts';
import { type BaseRequest, isFree, marksOf } from './stream-bases.ts';
import { valuesOf } from './values.ts';

/**
 * Random valid parts of an operation's request; deterministic by seed, salt and position.
 *
 * @returns undefined for an operation without random parts
 */
export function drawerOf(
  base: BaseRequest,
  seed: number,
): ((salt: string, position: number) => RequestParts) | undefined {
  if (!isFree(base)) return undefined;
  const arbitrary = valuesOf(base.schema, { known: base.endpoint.known });
  const marks = marksOf(base);
  const own = mix(seed, base.operation.id);
  return (salt, position) => {
    const [value = {}] = fc.sample(arbitrary, { seed: mix(own, salt, position) | 0, numRuns: 1 });
    const { path, query, body } = partsOf(value);
    const around = base.stage === undefined ? { path, query } : base.parts;
    return { ...around, body: isMembers(body) ? { ...body, ...marks } : base.parts.body };
  };
}
