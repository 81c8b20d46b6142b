/** What a profile says of secrets itself: what else is one (`redact`), and what is none (`keep`). */

import { pathMatcher, type SecretNames, type SecretRules } from '../model/index.ts';

/** True if a rule speaks of the member at a path. */
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
    members: { redact: pathMatcher(redact.members), keep: pathMatcher(keep.members) },
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
