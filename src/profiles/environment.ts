export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable. An environment inherits names such as `toString`, which are not variables. */
export function variableIn(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** CI systems set `CI`; some people set it to 0 or false elsewhere. */
export function isCi({ CI = '' }: { readonly CI?: string | undefined }): boolean {
  return CI !== '' && !/^(?:0|false)$/i.test(CI);
}
