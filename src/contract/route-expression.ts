import { type JsonSchema, literally, type Operation } from '../model/index.ts';

interface RouteExpression {
  readonly names: readonly string[];
  /** With a group for each parameter, in the order of the names. */
  readonly source: string;
}

/** The route of an operation as a pattern, with parameters by their schemas. */
export function routeExpression(
  { route, parameters }: Pick<Operation, 'route' | 'parameters'>,
  groupFor: (schema: JsonSchema | undefined) => string,
): RouteExpression {
  const names = Array.from(route.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const groups = names.map((name) =>
    groupFor(parameters.find((one) => one.in === 'path' && one.name === name)?.schema),
  );
  const [first = '', ...others] = route.split(/\{[^{}]+\}/).map(literally);
  return { names, source: first + others.map((piece, at) => `${groups[at]}${piece}`).join('') };
}
