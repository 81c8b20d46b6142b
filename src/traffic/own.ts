/** What recorded traffic may do to another target: make things, and change what it made there itself. */

import type { Contract } from '../contract/contract.ts';
import type { Operation, PlannedRequest } from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';

/** A call that changes something: by itself, or as a member of a batch. */
interface Call {
  readonly method: string;
  readonly path: string;
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that writes touches something that was there before: an object that was recorded under the
 * same identifier is somebody's there, and a setting is everybody's.
 *
 * @param request as it goes out, identifiers bound
 * @param own what was made by the sending so far, as in `Made.what`
 */
export function touchesOthers(
  contract: Contract,
  operation: Operation,
  request: PlannedRequest,
  own: ReadonlySet<string>,
): boolean {
  return callsOf(operation, request).some(
    ({ method, path }) =>
      !SAFE.has(method) && !isMaking(contract, method, path) && !isOwn(path, own),
  );
}

/** A new object in a collection whose objects can be removed again. */
function isMaking({ operations }: Contract, method: string, path: string): boolean {
  const removable = ({ method: removal, route }: Operation) =>
    removal === 'DELETE' &&
    route.startsWith(`${path}/{`) &&
    !route.slice(path.length + 1).includes('/');
  return method === 'POST' && operations.some(removable);
}

/** `/cms/v2/posts/57/autosaves` is about `content/posts 57`. */
function isOwn(path: string, own: ReadonlySet<string>): boolean {
  const [, collection = '', rest = ''] = /^\/cms\/v2\/([\w-]+)\/+(.+)$/.exec(path) ?? [];
  const named = `content/${collection} `;
  return [...own].some((what) => {
    if (!what.startsWith(named)) return false;
    const id = what.slice(named.length);
    return rest === id || rest.startsWith(`${id}/`);
  });
}

function callsOf(operation: Operation, { method, path, body }: PlannedRequest): readonly Call[] {
  if (operation.id === 'content/batch') return membersOf(body);
  const filled = operation.route.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(path[name] ?? ''),
  );
  return [{ method: method ?? operation.method, path: filled }];
}

function membersOf(body: PlannedRequest['body']): readonly Call[] {
  const value = body.kind === 'json' ? body.value : body.kind === 'text' ? parsed(body.text) : null;
  const requests: unknown = valueAt(value, '/requests');
  if (!Array.isArray(requests)) return [];
  return requests.filter(isObject).map(({ method, path }) => ({
    method: typeof method === 'string' ? method.toUpperCase() : 'POST',
    path: typeof path === 'string' ? path.replace(/[?#].*$/s, '') : '',
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
