export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable. An environment inherits names such as `toString`, which are not variables. */
export function variableIn(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** As in a shell, `${NAME:-text}` is the text where the variable is not set, or empty. */
export const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** CI systems set `CI`; some people set it to 0 or false elsewhere. */
export function isCi({ CI = '' }: { readonly CI?: string | undefined }): boolean {
  return CI !== '' && !/^(?:0|false)$/i.test(CI);
}
