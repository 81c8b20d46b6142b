/** What cases about batches are made of. */

import type { Case, Json, Step, Values } from '../../../model.ts';
import { from, idOf, step } from '../../../plan/stage.ts';
import { requestTo } from '../../../planned-body.ts';
import { creation, reading, removal, text } from './writes-test-owned.ts';

export function batchCase(
  name: string,
  title: string,
  evidence: readonly string[],
  steps: readonly Step[],
  compared: { readonly [part: string]: Json } = {},
): Case {
  return {
    id: `content/batch/${name}`,
    title,
    document: 'content',
    evidence: evidence.map((id) => `content/${id}`),
    origin: { kind: 'scenario' },
    steps,
    ...(Object.keys(compared).length > 0 && { compared }),
  };
}

export const METHODS = ['POST', 'PUT', 'PATCH'] as const;

export function batch(
  id: string,
  role: Step['role'],
  requests: readonly Json[],
  validation?: string,
): Step {
  const body = { requests, ...(validation !== undefined && { validation }) };
  return step(id, role, requestTo('content/batch', {}, {}, body));
}

/** A member that is about what a step created. */
export function member(
  of: string,
  collection: string,
  method: string | undefined,
  body?: Json,
): Json {
  return {
    path: from(`${of}#/id`, `/cms/v2/${collection}/{}`),
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
  };
}

export function retitled(words: string): Json {
  return { title: text(words) };
}

/** Breaks a rule of 2.2, besides asking for another title. */
export function invalid(words: string): Json {
  return { title: text(words), status: 'touchstone' };
}

/** The same call by itself. */
export function alone(
  id: string,
  of: string,
  collection: string,
  method: string,
  body?: Json,
  query: Values = {},
): Step {
  const operation = method === 'DELETE' ? 'delete' : `update/${method.toLowerCase()}`;
  return step(
    id,
    'setup',
    requestTo(`content/${collection}/${operation}`, { id: idOf(of) }, query, body),
  );
}

export function titled(of: string, words: string): { readonly [name: string]: Json } {
  return { step: of, at: '/title/raw', equals: words };
}

export function carried(
  of: string,
  yes = true,
): { readonly step: string; readonly carried: boolean } {
  return { step: of, carried: yes };
}

export function objects(
  names: readonly string[],
  collection: string,
  slug: string,
): readonly Step[] {
  return names.map((name) => creation(name, collection, `${slug}-${name}`));
}

export function readings(names: readonly string[], collection: string): readonly Step[] {
  return names.map((name) => reading(`read-${name}`, name, collection));
}

/** Lists drafts in the order in which they are named. */
export function listing(id: string, collection: string, names: readonly string[]): Step {
  const query = {
    context: 'edit',
    include: names.map((name) => idOf(name)),
    orderby: 'include',
    order: 'asc',
    status: ['draft'],
  };
  return step(id, 'setup', requestTo(`content/${collection}/list`, {}, query, undefined));
}

export function removals(names: readonly string[], collection: string): readonly Step[] {
  return names.map((name) => removal(name, collection));
}
