import { child, type ExtraHeader, isObject } from '../model/index.ts';
import { isSecretName } from '../secrets/index.ts';
import { type Environment, VARIABLE, variableIn } from './environment.ts';

interface HeadersEntry {
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: { readonly [name: string]: string };
}

/**
 * The header fields that a profile adds to every request to an API, its cookies joined to one field.
 * Values from the environment are secrets, like values with the name of a secret.
 *
 * @param written the entry as the profile has it, `${NAME}` in it
 */
export function extraHeaders(
  { headers = {}, cookies = {} }: HeadersEntry,
  written: unknown,
  environment: Environment,
): { readonly headers: readonly ExtraHeader[]; readonly secrets: readonly string[] } {
  const own = partsOf(headers, memberOf(written, 'headers'));
  const crumbs = partsOf(cookies, memberOf(written, 'cookies'));
  const cookie = {
    name: 'cookie',
    value: crumbs.map(({ name, value }) => `${name}=${value}`).join('; '),
    written: crumbs.map((crumb) => `${crumb.name}=${crumb.written}`).join('; '),
  };
  const secret = [...own, ...crumbs].filter((part) => part.value !== part.written);
  return {
    headers: [...own, ...(crumbs.length > 0 ? [cookie] : [])],
    secrets: [
      ...new Set(secret.flatMap((part) => [part.value, ...variablesIn(part.written, environment)])),
    ],
  };
}

function partsOf(given: { readonly [name: string]: string }, written: unknown): ExtraHeader[] {
  return Object.entries(given).map(([name, value]) => {
    const text = memberOf(written, name);
    const shown = typeof text === 'string' ? text : value;
    // The text of `${NAME:-text}` is part of a secret as well.
    const bare = shown.replace(VARIABLE, (_, variable: string) => `\${${variable}}`);
    // A secret that the profile itself holds has a variable in lines to paste all the same.
    const isBare = shown === value && isSecretName(name);
    return { name, value, written: isBare ? `\${${variableNamed(name)}}` : bare };
  });
}

function variableNamed(name: string): string {
  return name.toUpperCase().replace(/\W/g, '_');
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? child(value, name) : undefined;
}

/** The values of the variables that a text names. */
function variablesIn(written: string, environment: Environment): readonly string[] {
  return [...written.matchAll(VARIABLE)].map(
    ([, name = '']) => variableIn(environment, name) ?? '',
  );
}
