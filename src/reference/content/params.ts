import { isObject } from '../../model/index.ts';

/** The parameters of a call by name, as read by their schemas. */
export type Params = Readonly<Record<string, unknown>>;

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(params: Params, name: string): number | undefined {
  const value = params[name];
  return typeof value === 'number' ? value : undefined;
}

export function flagOf(params: Params, name: string): boolean | undefined {
  const value = params[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** The numbers of a list; undefined where the parameter is absent. */
export function numbersOf(params: Params, name: string): readonly number[] | undefined {
  return numbersIn(params[name]);
}

export function textsOf(params: Params, name: string): readonly string[] | undefined {
  return textsIn(params[name]);
}

export function numbersIn(value: unknown): readonly number[] | undefined {
  return Array.isArray(value)
    ? value.filter((entry): entry is number => typeof entry === 'number')
    : undefined;
}

export function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string')
    : undefined;
}

/** The `raw` of an object, or the text itself if it is a text. */
export function rawIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value.raw === 'string' ? value.raw : undefined;
}
