import { type Case, chunks, groupedBy, type Step } from '../model/index.ts';

/** Maximum number of violations with one control: a lost connection loses few. */
const TOGETHER = 12;

/** Several cases as one: their steps, with the control of the first. */
export function joined(cases: readonly Case[], kind: 'valid' | 'refused'): Case {
  const [first, ...others] = cases;
  if (first === undefined) throw new TypeError('no cases to join');
  if (others.length === 0) return first;
  const steps = cases.flatMap((item, at) =>
    item.steps
      .filter(({ role }) => role !== 'control' || at === 0)
      .map(
        (one): Step =>
          one.role === 'control'
            ? one
            : {
                ...one,
                id: `${one.id}-${at + 1}`,
                ...(kind === 'refused' && { shows: item.evidence }),
              },
      ),
  );
  const unproven = cases.find((one) => one.unproven !== undefined)?.unproven;
  return {
    ...first,
    title: kind === 'refused' ? `refuses ${cases.length} breaches of its rules` : first.title,
    evidence: [...new Set(cases.flatMap(({ evidence }) => evidence))],
    origin: { kind: 'scenario' },
    steps,
    ...(unproven !== undefined && { unproven }),
  };
}

/** Violations of one rule share a control: equal requests show nothing new. */
export function joinedByRule(cases: readonly Case[]): readonly Case[] {
  const byRule = groupedBy(cases, ({ evidence: [rule] }) => rule);
  return [...byRule].flatMap(([rule, all]) =>
    chunks(all, TOGETHER).map((some, at) =>
      some.length === 1
        ? joined(some, 'refused')
        : {
            ...joined(some, 'refused'),
            id: `${rule}/refused-${at + 1}`,
            origin: { kind: 'violation' },
          },
    ),
  );
}
