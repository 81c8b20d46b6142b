/** The classes of `fixtures/edges.yaml`: unusual parts around the values of a request. */

import { join } from 'node:path';
import { CONTRACT_ROOT, readSource } from '../contract/index.ts';
import type { Json, PlannedRequest } from '../model/index.ts';
import { expanded } from './value-notation.ts';

export interface EdgeClasses {
  readonly queries: { readonly [name: string]: readonly string[] };
  readonly headers: { readonly [name: string]: readonly PlannedRequest['headers'][] };
  readonly methods: { readonly [name: string]: readonly string[] };
}

const FILE = 'fixtures/edges.yaml';

let known: EdgeClasses | undefined;

/** The classes of the file, read lazily. */
export function edgeClasses(): EdgeClasses {
  known ??= expanded(
    readSource(join(CONTRACT_ROOT, FILE), FILE).value as Json,
  ) as unknown as EdgeClasses;
  return known;
}
