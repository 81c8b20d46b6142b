export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable. An environment inherits names such as `toString`, which are not variables. */
export function variableIn(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
