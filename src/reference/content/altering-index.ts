import { isMembers } from '../../model/index.ts';
import type { Alteration } from './altering.ts';
import type { JsonObject } from './item.ts';

export function indexing(change: (index: JsonObject) => JsonObject): Alteration {
  return (parts) => ({ ...parts, index: (site) => change(parts.index(site)) });
}

/** Changes or removes one route's entry of the index. */
export function routeEntry(
  pattern: string,
  change: (entry: JsonObject) => JsonObject | undefined,
): Alteration {
  return indexing((index) => {
    const routes = isMembers(index.routes) ? index.routes : {};
    const entries = Object.entries(routes).flatMap(([name, entry]) => {
      const made = name === pattern && isMembers(entry) ? change(entry) : entry;
      return made === undefined ? [] : [[name, made] as const];
    });
    return { ...index, routes: Object.fromEntries(entries) };
  });
}

export function endpointEntry(
  pattern: string,
  method: string,
  change: (endpoint: JsonObject) => JsonObject,
): Alteration {
  return routeEntry(pattern, (entry) => {
    const endpoints = isListOfMembers(entry.endpoints) ? entry.endpoints : [];
    const at = endpoints.findIndex(
      ({ methods }) => Array.isArray(methods) && methods.includes(method),
    );
    return {
      ...entry,
      endpoints: endpoints.map((one, index) => (index === at ? change(one) : one)),
    };
  });
}

export function argEntry(
  pattern: string,
  method: string,
  name: string,
  change: (arg: JsonObject) => JsonObject,
): Alteration {
  return endpointEntry(pattern, method, (endpoint) => {
    const args = isMembers(endpoint.args) ? endpoint.args : {};
    const arg = args[name];
    return isMembers(arg) ? { ...endpoint, args: { ...args, [name]: change(arg) } } : endpoint;
  });
}

function isListOfMembers(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isMembers);
}
