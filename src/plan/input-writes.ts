/** Inputs may change only what the campaign made: a file could name any object of the target. */

import { type CorpusInput, isMembers, type PlannedBody } from '../model/index.ts';
import { edgeClasses } from './edges.ts';
import { type BaseRequest, isFree } from './stream-bases.ts';

/** Members that replace the method of a request. */
const OVERRIDE = /_method|x-http-method|x-method-override/i;

export function staysInside(base: BaseRequest, { request }: Pick<CorpusInput, 'request'>): boolean {
  const { operation, stage } = base;
  const { method = operation.method, path, query = {}, body, raw } = request;
  if (OVERRIDE.test(unescaped(JSON.stringify(request))) || raw?.file !== undefined) return false;
  if (method !== operation.method && !readingMethods().has(method)) return false;
  if (!operation.writes) return true;
  if (raw !== undefined || path !== undefined || (stage && request.query)) return false;
  const declared = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  if (!Object.keys(query).every((name) => declared.includes(name))) return false;
  return body === undefined || (isFree(base) && namesNoOther(base, body));
}

/** Methods that the stream sends to operations that read. */
function readingMethods(): ReadonlySet<string> {
  return new Set(['GET', ...Object.values(edgeClasses().methods).flat()]);
}

function unescaped(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Some servers prefer an ID in the body to the one in the path. */
function namesNoOther({ operation, stage }: BaseRequest, body: PlannedBody): boolean {
  const ids = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  if (ids.length === 0 || body.kind === 'none') return true;
  if (body.kind !== 'json') return false;
  const value = isMembers(body.value) ? body.value : {};
  const own = stage?.standIns.map(([standIn]) => standIn) ?? [];
  return ['id', ...ids].every((name) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    return given === undefined || own.includes(given);
  });
}
