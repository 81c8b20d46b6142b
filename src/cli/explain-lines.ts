/** Explanations of a clause, an operation and a fault. */

import { type Contract, encode } from '../contract/index.ts';
import { NO_SECTION } from '../judge/index.ts';
import {
  type Case,
  type CaseOrigin,
  type Clause,
  isObject,
  type Operation,
  type Step,
  type Target,
  valueOfBody,
} from '../model/index.ts';
import { count, curlLine } from '../report/index.ts';
import { buildsOnOthers, credentialShown } from '../run/index.ts';
import { type Fault, faults, fits, type Variation } from '../selftest/index.ts';

/** Maximum number of named items of a kind; the rest is counted. */
const MOST = 8;

/** In characters. */
const MOST_OF_VALUE = 80;

const LEVELS: { readonly [L in Clause['level']]: string } = {
  stated: 'the document says so: a server that does otherwise fails',
  implied:
    'it follows from a schema, and what a server does about it is not said: a server that does otherwise gets a warning (a failure with --strict)',
  unspecified: 'the document does not show it: what a server does is noted, and never fails',
};

/** The sentence, its place, and the reason for its level. */
export function demandLines({ id, source, states, level, operations }: Clause): readonly string[] {
  const inDocument = [`section ${source.section}`, source.rule].filter(Boolean).join(', ');
  const place = source.section === NO_SECTION ? `in no document; ${source.rule}` : inDocument;
  return [
    id,
    `  ${states}`,
    '',
    `where     ${place}`,
    `level     ${level}: ${LEVELS[level]}`,
    ...(operations.length === 0 ? [] : [`about     ${some(operations)}`]),
  ];
}

/** The sentence, the requests, and possible violations. */
export function clauseLines(
  clause: Clause,
  contract: Contract,
  target: Target,
  cases: readonly Case[],
): readonly string[] {
  const { id, untestable, unbreakable } = clause;
  const breaking = faults().filter(({ breaks }) => breaks.some((entry) => fits(entry, id)));
  const evidence = cases.filter((one) => one.evidence.includes(id) && one.lacks === undefined);
  return [
    ...demandLines(clause),
    ...(untestable === undefined ? [] : [`not sent  ${untestable}`]),
    ...sentLines(clause, evidence, contract, target),
    '',
    ...(breaking.length === 0
      ? [`what would break it: ${unbreakable ?? 'no fault of the reference target does'}`]
      : ['what would break it, as `touchstone serve --fault NAME` does:']),
    ...breaking.slice(0, MOST).map(({ name, what }) => `  ${name}: ${what}`),
    ...more(breaking.length),
  ];
}

function sentLines(
  clause: Clause,
  evidence: readonly Case[],
  contract: Contract,
  target: Target,
): readonly string[] {
  if (clause.source.section.includes('RFC'))
    return ['', 'what is sent: every request of a run is held against it'];
  if (evidence.length === 0) return [];
  const kinds = new Map<string, Case[]>();
  for (const one of evidence) {
    const kind = kindOf(one);
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [
    '',
    `what is sent: ${count(evidence.length, 'case')}`,
    ...[...kinds].slice(0, MOST).map(([kind, own]) => `  ${count(own.length, 'case')}: ${kind}`),
    ...more(kinds.size),
    ...exampleLines(clause, evidence, contract, target),
  ];
}

const ORIGINS: { readonly [K in CaseOrigin['kind']]: string | undefined } = {
  scenario: undefined,
  violation: 'violates one rule, with a valid control',
  boundary: 'at a boundary of a schema',
  valid: 'a valid request, drawn at random',
  sequence: 'a sequence of requests, drawn at random',
  corpus: 'an input that a campaign kept',
};

function kindOf({ origin, title }: Case): string {
  return ORIGINS[origin.kind] ?? title;
}

/** A single request as a line to paste; otherwise the steps of a case. */
function exampleLines(
  { id }: Clause,
  evidence: readonly Case[],
  contract: Contract,
  target: Target,
): readonly string[] {
  const judged = evidence.flatMap(({ steps }) =>
    steps.filter(
      ({ role, shows }) =>
        !['setup', 'control', 'cleanup'].includes(role) && (shows?.includes(id) ?? true),
    ),
  );
  const alone = judged.find((step) => !buildsOnOthers(step));
  const [first] = evidence;
  if (alone === undefined) {
    const lines = (first?.steps ?? []).map(
      (step) => `  ${step.id} (${step.role}): ${addressOf(step, contract)}${partsOf(step)}`,
    );
    return [
      '',
      'for example, one after the other:',
      ...lines.slice(0, MOST),
      ...more(lines.length),
    ];
  }
  return ['', 'for example:', `  ${curlOf(alone, contract, target)}`];
}

function addressOf({ request }: Step, contract: Contract): string {
  const { method, route } = contract.operation(request.operation);
  return `${request.method ?? method} ${route}`;
}

/** Values of a request in path, query and body; `{create#/id}` stands for the value at a place in the answer to a step. */
function partsOf({ request: { path, query, body } }: Step): string {
  const inBody = valueOfBody(body);
  const values = { ...path, ...query, ...(isObject(inBody) ? inBody : {}) };
  const parts = Object.entries(values).map(([name, value]) => `${name}=${textOf(value)}`);
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (isObject(value) && typeof value.$from === 'string') {
    const minutes = typeof value.moment === 'number' ? `, ${value.moment} minutes from GMT` : '';
    return `{${value.$from}${minutes}}`;
  }
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST_OF_VALUE ? `${text.slice(0, MOST_OF_VALUE)}…` : text;
}

function curlOf(step: Step, contract: Contract, target: Target): string {
  const operation = contract.operation(step.request.operation);
  const endpoint = target.endpoints[operation.document];
  if (endpoint === undefined) return addressOf(step, contract);
  const request = encode(operation, step.request, endpoint);
  return curlLine({
    request,
    url: endpoint.baseUrl + request.target,
    credential: credentialShown(step.request.credential, request, endpoint),
    insecure: target.tls.insecure,
  });
}

/** An operation with its parameters and clauses. */
export function operationLines(
  { id, title, method, route, source, parameters, body, writes }: Operation,
  { clauses }: Contract,
  cases: readonly Case[],
): readonly string[] {
  const about = clauses.filter(({ operations }) => operations.includes(id));
  const asked = cases.filter(({ steps }) => steps.some(({ request }) => request.operation === id));
  const levels = (['stated', 'implied', 'unspecified'] as const).map(
    (level) => `${about.filter((clause) => clause.level === level).length} ${level}`,
  );
  const named = parameters.map(({ name, in: place, required }) =>
    required ? `${name} (${place}, required)` : `${name} (${place})`,
  );
  return [
    `${id}: ${method} ${route}`,
    `  ${title}`,
    '',
    `where       section ${[source.section, source.rule].filter(Boolean).join(', ')}`,
    `writes      ${writes ? 'yes: only on loopback, or with --allow-writes' : 'no'}`,
    `parameters  ${named.length === 0 ? 'none' : named.join(', ')}`,
    ...(body === undefined ? [] : [`body        ${body.required ? 'required' : 'optional'}`]),
    `asked by    ${count(asked.length, 'case')} of a whole run`,
    '',
    `${count(about.length, 'clause')} about it: ${levels.join(', ')}`,
    ...about.slice(0, MOST).map((clause) => `  ${clause.id}: ${clause.states}`),
    ...more(about.length),
    '',
    `to check only this: npx touchstone check --only ${id}`,
  ];
}

/** A fault with its violated clauses, or a variation with its unspecified point. */
export function deviationLines(
  deviation: Fault | Variation,
  clauses: readonly Clause[],
): readonly string[] {
  if (deviation.kind === 'variation') {
    return [
      `${deviation.name}: a variation of the reference target, which breaks nothing`,
      `  ${deviation.leaves}`,
      '',
      `to see it: npx touchstone serve --variation ${deviation.name}`,
    ];
  }
  const { name, what, breaks, undetected } = deviation;
  const broken = clauses.filter(({ id }) => breaks.some((entry) => fits(entry, id)));
  return [
    `${name}: a fault of the reference target`,
    `  ${what}`,
    '',
    undetected === undefined
      ? `it breaks ${count(broken.length, 'clause')}:`
      : `no clause speaks of it: ${undetected}`,
    ...broken.slice(0, MOST).map(({ id, states }) => `  ${id}: ${states}`),
    ...more(broken.length),
    '',
    `to see it: npx touchstone serve --fault ${name}`,
  ];
}

function some(names: readonly string[]): string {
  const rest = names.length - MOST;
  return `${names.slice(0, MOST).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function more(all: number): readonly string[] {
  return all > MOST ? [`  and ${all - MOST} more`] : [];
}
