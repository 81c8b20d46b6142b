import {
  type Case,
  type Clause,
  type DocumentName,
  nearNames,
  RULES_FOR_ALL,
  TouchstoneError,
} from '../model/index.ts';

/** The scope of a run: its cases with their evidence, and its reported clauses. */
export interface Selection {
  readonly cases: readonly Case[];
  readonly clauses: readonly Clause[];
  /**
   * Rules for all requests that are reported even if they hold. If they were asked for, all cases without other
   * evidence are sent. Otherwise only those that try a parameter, a listed value or a form of a format.
   */
  readonly rules: {
    readonly asked: 'with-all' | 'by-name' | 'no';
    readonly ids: ReadonlySet<string>;
  };
}

/**
 * Narrows a plan to the given id prefixes. A prefix of a clause keeps the cases that are evidence for
 * it, with only that clause as evidence. A prefix of a case or operation keeps its cases whole.
 *
 * @param documents the documents that the target serves
 * @throws TouchstoneError 'nothing-selected' if no id has a prefix
 */
export function select(
  cases: readonly Case[],
  clauses: readonly Clause[],
  documents: readonly DocumentName[],
  only: readonly string[],
): Selection {
  const ours = cases.filter((item) => documents.includes(item.document));
  const spoken = clauses.filter((clause) => documents.includes(clause.document));
  if (only.length === 0) {
    const ids = new Set(RULES_FOR_ALL);
    return { cases: ours, clauses: spoken, rules: { asked: 'with-all', ids } };
  }

  const begins = (id: string): boolean => only.some((prefix) => id.startsWith(prefix));
  const wanted = new Set(spoken.map(({ id }) => id).filter(begins));
  const ids = new Set(RULES_FOR_ALL.filter(begins));
  const asked = ids.size > 0;
  const kept: Case[] = ours.flatMap((item) => {
    const whole = begins(item.id) || operationsOf(item).some(begins);
    const evidence = whole ? item.evidence : item.evidence.filter((id) => wanted.has(id));
    return evidence.length === 0 && !asked ? [] : [{ ...item, evidence }];
  });
  const named = new Set([...wanted, ...kept.flatMap(({ evidence }) => evidence)]);
  let isForRules = asked;

  for (const prefix of only) {
    const hit =
      RULES_FOR_ALL.some((id) => id.startsWith(prefix)) ||
      spoken.some(({ id }) => id.startsWith(prefix)) ||
      kept.some(
        (item) =>
          item.id.startsWith(prefix) ||
          operationsOf(item).some((operation) => operation.startsWith(prefix)),
      );
    if (hit) continue;
    // Cases without clauses are still checked against the rules for all requests.
    const bare = ours.filter(({ id, evidence }) => id.startsWith(prefix) && evidence.length === 0);
    kept.push(...bare);
    isForRules ||= bare.length > 0;
    if (bare.length === 0)
      throw unknownPrefix(
        prefix,
        [...ours, ...spoken, ...RULES_FOR_ALL.map((id) => ({ id }))],
        [...cases, ...clauses],
      );
  }
  const reported = spoken.filter(({ id }) => named.has(id));
  const rules = isForRules
    ? ({ asked: 'by-name', ids: asked ? ids : new Set(RULES_FOR_ALL) } as const)
    : ({ asked: 'no', ids } as const);
  return { cases: kept, clauses: reported, rules };
}

/** The operations that a case is about: most cases remove what they created, and are not about that. */
function operationsOf({ steps }: Case): readonly string[] {
  return steps.flatMap(({ role, request }) => (role === 'cleanup' ? [] : [request.operation]));
}

/** All prefixes of an id, for hints: `content/posts` and `content/posts/list` of `content/posts/list`. */
function beginningsOf(id: string): readonly string[] {
  const parts = id.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function unknownPrefix(
  prefix: string,
  selectable: readonly { readonly id: string }[],
  all: readonly { readonly id: string }[],
): TouchstoneError {
  if (all.some(({ id }) => id.startsWith(prefix))) {
    return new TouchstoneError(
      'nothing-selected',
      `"${prefix}" belongs to a document that the target does not serve`,
      'give the base URL of that document too',
    );
  }
  const near = nearNames(
    prefix,
    selectable.flatMap(({ id }) => beginningsOf(id)),
  );
  return new TouchstoneError(
    'nothing-selected',
    `no clause, case or operation begins with "${prefix}"`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : '`touchstone plan` and `touchstone contract clauses` list what there is',
  );
}
