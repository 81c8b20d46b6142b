/** What a profile says of secrets itself: what else is one (`redact`), and what is none (`keep`). */

import type { SecretNames, SecretRules } from '../model.ts';

/** Whether a rule speaks of the member at a path. */
export interface MemberRules {
  readonly redact: (path: readonly string[]) => boolean;
  readonly keep: (path: readonly string[]) => boolean;
}

export const NO_MEMBERS: MemberRules = { redact: () => false, keep: () => false };

interface Compiled {
  readonly header: (name: string) => boolean;
  readonly query: (name: string) => boolean;
  readonly patterns: readonly RegExp[];
}

export interface CompiledRules {
  readonly redact: Compiled;
  readonly keep: Compiled;
  readonly members: MemberRules;
}

export function compileRules({ redact = {}, keep = {} }: SecretRules): CompiledRules {
  return {
    redact: compiled(redact),
    keep: compiled(keep),
    members: { redact: pointers(redact.members), keep: pointers(keep.members) },
  };
}

function compiled({ headers = [], query = [], patterns = [] }: SecretNames): Compiled {
  const lower = new Set(headers.map((name) => name.toLowerCase()));
  const names = new Set(query);
  return {
    header: (name) => lower.has(name.toLowerCase()),
    query: (name) => names.has(name),
    patterns: patterns.map((source) => new RegExp(source, 'gu')),
  };
}

function pointers(texts: readonly string[] = []): (path: readonly string[]) => boolean {
  const all = texts.map((text) =>
    text
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
  return (path) => all.some((pointer) => matches(pointer, path));
}

function matches([part, ...rest]: readonly string[], path: readonly string[]): boolean {
  if (part === undefined) return path.length === 0;
  if (part === '**')
    return path.some((_, at) => matches(rest, path.slice(at))) || matches(rest, []);
  return path.length > 0 && (part === '*' || part === path[0]) && matches(rest, path.slice(1));
}
