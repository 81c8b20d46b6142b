/** What the profile of a target switches off: clauses and operations by the beginnings of their ids. */

import type { Case, Clause, SwitchedOff } from '../model/index.ts';

type Judged = Pick<Clause, 'id' | 'operations'>;

interface OffParts {
  /** The reason why an operation is not called; undefined if it is. */
  readonly operation: (id: string) => string | undefined;
  /** The reason why a clause is not judged: it is off, or all its operations are. */
  readonly clause: (clause: Judged) => string | undefined;
  /**
   * The cases to send, with the clauses that are on. One that calls an operation which is off is left out, unless a
   * clause whose operations are all on has no other case.
   */
  readonly sendable: (cases: readonly Case[]) => readonly Case[];
}

/** @param contract finds a clause by its id */
export function switchedOffIn(
  off: readonly SwitchedOff[],
  contract: { readonly clause: (id: string) => Judged },
): OffParts {
  const operation = (id: string) => off.find(({ prefix }) => id.startsWith(prefix))?.reason;
  const clause = ({ id, operations }: Judged): string | undefined => {
    const reasons = operations.map(operation);
    const isGone = reasons.length > 0 && !reasons.includes(undefined);
    return operation(id) ?? (isGone ? reasons[0] : undefined);
  };
  const isOn = (id: string) => clause(contract.clause(id)) === undefined;
  const needsOthers = (id: string): boolean => {
    const { operations } = contract.clause(id);
    return operations.length > 0 && operations.every((one) => operation(one) === undefined);
  };
  const isFree = ({ steps }: Case): boolean =>
    steps.every(({ role, request }) => role === 'cleanup' || !operation(request.operation));
  return {
    operation,
    clause,
    sendable: (cases) => {
      if (off.length === 0) return cases;
      const free = new Set(cases.filter(isFree));
      const shown = new Set([...free].flatMap(({ evidence }) => evidence));
      return cases.flatMap((item) => {
        const on = item.evidence.filter(isOn);
        if (free.has(item)) return [{ ...item, evidence: on }];
        const evidence = on.filter((id) => !shown.has(id) && needsOthers(id));
        return evidence.length === 0 ? [] : [{ ...item, evidence }];
      });
    },
  };
}
