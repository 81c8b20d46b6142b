import {
  type Contract,
  clausesAbout,
  type Scenario,
  type ScenarioStep,
} from '../contract/index.ts';
import {
  type Case,
  type Clause,
  type Credential,
  isObject,
  type Json,
  type PlannedBody,
  type PlannedRequest,
  type Role,
  type Step,
  type Subject,
} from '../model/index.ts';

export type FactValues = { readonly [name: string]: readonly Json[] };

/** A scenario needs more facts than the profile states. */
interface Lack {
  readonly lacks: string;
}

/**
 * Fills the facts of a target into a scenario.
 *
 * @returns one case, or one for each value of `each`; with `lacks` if the facts do not suffice
 */
export function casesOfScenario(
  contract: Contract,
  scenario: Scenario,
  known: FactValues,
): readonly Case[] {
  const evidence = evidenceOf(contract, scenario);
  const make = (id: string, title: string, each: Json | undefined): Case => {
    const steps = scenario.steps.map((step) => stepOf(step, known, each));
    const lack = steps.find(isLack);
    return {
      id,
      title,
      document: scenario.document,
      evidence,
      origin: { kind: 'scenario' },
      // A case with missing facts keeps its possible steps: it is listed, not sent.
      steps: steps.flatMap((step) => (isLack(step) ? [] : [step])),
      ...(scenario.alone && { alone: true }),
      ...(scenario.compared !== undefined && { compared: scenario.compared }),
      ...(lack && { lacks: lack.lacks }),
    };
  };
  if (!scenario.each) return [make(scenario.id, scenario.title, undefined)];
  const { known: name, least = 1 } = scenario.each;
  const values = known[name] ?? [];
  if (values.length < least) {
    const without = make(scenario.id, scenario.title, undefined);
    return [{ ...without, lacks: lackOf(name, least, values.length) }];
  }
  return values.map((value, index) =>
    make(`${scenario.id}/${index + 1}`, `${scenario.title}: ${JSON.stringify(value)}`, value),
  );
}

/** Clauses about the operations and roles of a case's steps, and those that it names. */
export function evidenceOf(
  contract: Contract,
  source: {
    readonly steps: readonly { readonly role: Role; readonly operation: string }[];
    readonly evidence?: readonly string[];
  },
): readonly string[] {
  const [only = '', ...others] = new Set(source.steps.map(({ operation }) => operation));
  const about = others.length === 0 ? clausesAbout(contract, only) : contract.clauses;
  const spoken = about.filter(
    (clause) =>
      clause.on !== undefined &&
      clause.on !== 'refusal' &&
      source.steps.some((step) => speaksAbout(clause, step)),
  );
  return [...new Set([...(source.evidence ?? []), ...spoken.map(({ id }) => id)])];
}

const SUBJECT_OF: { readonly [R in Role]: readonly Subject[] } = {
  valid: ['success', 'valid', 'answer'],
  control: ['success', 'valid', 'answer'],
  unauthorised: ['unauthorised'],
  violation: ['answer'],
  probe: ['probe', 'answer'],
  setup: [],
  cleanup: [],
};

function speaksAbout(clause: Clause, step: { readonly role: Role; readonly operation: string }) {
  return (
    clause.on !== undefined &&
    SUBJECT_OF[step.role].includes(clause.on) &&
    clause.operations.includes(step.operation)
  );
}

function stepOf(step: ScenarioStep, known: FactValues, each: Json | undefined): Step | Lack {
  const body = bodyOf(step, known, each);
  if ('lacks' in body) return body;
  const path = fillAll(Object.values(step.path ?? {}), known, each);
  if (isLack(path)) return path;
  const names = Object.keys(step.path ?? {});
  const request: PlannedRequest = {
    operation: step.operation,
    ...(step.method && { method: step.method }),
    path: Object.fromEntries(names.map((name, at) => [name, path.filled[at] ?? ''])),
    query: step.query ?? {},
    headers: Object.entries(step.headers ?? {}),
    body,
    credential: credentialOf(step),
  };
  const { id, role, undone, concurrent } = step;
  return {
    ...{ id, role, request },
    ...(undone !== undefined && { undone }),
    ...(concurrent && { concurrent }),
  };
}

function bodyOf(step: ScenarioStep, known: FactValues, each: Json | undefined): PlannedBody | Lack {
  if (!step.body) return { kind: 'none' };
  if ('text' in step.body) return { kind: 'text', ...step.body };
  const value = fillIn(step.body.json, known, each);
  if (isLack(value)) return value;
  const { contentType } = step.body;
  return { kind: 'json', value: value.filled, ...(contentType !== undefined && { contentType }) };
}

function credentialOf({ role, credential }: ScenarioStep): Credential {
  if (!credential) return { kind: role === 'unauthorised' ? 'invalid' : 'valid' };
  if ('none' in credential) return { kind: 'none' };
  if ('invalid' in credential) return { kind: 'invalid' };
  return { kind: 'header', value: credential.header };
}

/** Replaces `{ $known: name, … }` and `$each` with facts. */
function fillIn(value: Json, known: FactValues, each: Json | undefined): { filled: Json } | Lack {
  if (value === '$each') return each === undefined ? { lacks: '' } : { filled: each };
  if (Array.isArray(value)) return fillAll(value, known, each);
  if (!isObject(value)) return { filled: value };
  if (typeof value.$known === 'string') return lookUp(value.$known, value, known);
  const members = fillAll(Object.values(value), known, each);
  if (isLack(members)) return members;
  const names = Object.keys(value);
  return { filled: Object.fromEntries(members.filled.map((item, at) => [names[at] ?? '', item])) };
}

function fillAll(
  values: readonly Json[],
  known: FactValues,
  each: Json | undefined,
): { filled: Json[] } | Lack {
  const filled: Json[] = [];
  for (const value of values) {
    const result = fillIn(value, known, each);
    if (isLack(result)) return result;
    filled.push(result.filled);
  }
  return { filled };
}

function lookUp(name: string, asked: Readonly<Record<string, unknown>>, known: FactValues) {
  const values = known[name] ?? [];
  const { pick, reversed, repeated, last } = asked;
  if (typeof pick === 'number') {
    const value = values[pick];
    return value === undefined
      ? { lacks: lackOf(name, pick + 1, values.length) }
      : { filled: value };
  }
  const [first] = values;
  if (first === undefined) return { lacks: lackOf(name, 1, 0) };
  const behind = typeof last === 'number' ? values[last] : undefined;
  if (typeof last === 'number' && behind === undefined)
    return { lacks: lackOf(name, last + 1, values.length) };
  if (typeof repeated === 'number') {
    const many = Array.from({ length: repeated }, () => first);
    return { filled: behind === undefined ? many : [...many, behind] };
  }
  return { filled: reversed === true ? values.toReversed() : values };
}

function lackOf(name: string, needed: number, there: number): string {
  const have = there === 0 ? 'none is named' : `only ${there} named`;
  return `it needs ${needed} of the target's ${name}, and ${have} in the target profile`;
}

function isLack(value: object): value is Lack {
  return 'lacks' in value;
}
