import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONTRACT_ROOT, loadContract } from '../contract/contract.ts';
import {
  type Answer,
  type Clause,
  type Completeness,
  contentOf,
  type Exchange,
  type FaultCode,
  type Finding,
  type Json,
  type JsonSchema,
  type Outcome,
  type PlannedBody,
  type Role,
  type Step,
  type Subject,
  type Trace,
  type Values,
} from '../model/index.ts';
import { type ContractView, judge } from './judge.ts';
import { CHECKS } from './registry.ts';

/** One fixture as written: exchanges, and what a clause finds in them. */
interface Fixture {
  readonly title: string;
  /** Id of a clause; or `check` (with `on` and options) for one that is made up. */
  readonly clause?: string;
  readonly check?: { readonly [name: string]: JsonSchema };
  readonly on?: Subject;
  readonly known?: { readonly [name: string]: readonly Json[] };
  /** What the case says of how its answers are to be compared. */
  readonly compared?: Json;
  readonly steps: readonly FixtureStep[];
  readonly finds: readonly Found[];
}

interface FixtureStep {
  /** Default: `step-` and its number. */
  readonly id?: string;
  /** Default: `valid`. */
  readonly role?: Role;
  /** Default: the first operation of the clause. */
  readonly operation?: string;
  /** Default: by the role. */
  readonly credential?: 'none';
  readonly path?: Values;
  readonly query?: Values;
  /** Sent as JSON. */
  readonly body?: Json;
  /** Sent as fields of a form, beside a file. */
  readonly form?: Values;
  /** Base64 of an image that is the body. */
  readonly image?: string;
  /** Sent as it stands. */
  readonly sent?: string;
  readonly answer?: FixtureAnswer;
  readonly fault?: FaultCode;
  /** What it was sent to. Default: http://127.0.0.1. */
  readonly base?: string;
  /** Path and query below that. Default: /. */
  readonly target?: string;
  /** It was not sent at all. */
  readonly unsent?: true;
}

/** Default status: 200. Default body: none. */
interface FixtureAnswer {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: Json;
  /** A success envelope with this payload. */
  readonly data?: Json;
  readonly text?: string;
  /** Base64. */
  readonly bytes?: string;
  readonly completeness?: Completeness;
}

type Found =
  | 'holds'
  | 'blocked'
  | 'error'
  | 'skipped'
  | {
      readonly violated: string;
      /** These are compared where they are given. */
      readonly step?: string;
      readonly actual?: string;
      readonly expected?: string;
    }
  | { readonly observed: string };

const folder = fileURLToPath(new URL('../../fixtures/checks/', import.meta.url));
const contract = loadContract(CONTRACT_ROOT);

const PICTURE = { field: 'file', name: 'a.png', base64: '', contentType: 'image/png' };

function bodyOf({ body, form, image }: FixtureStep): PlannedBody {
  if (image !== undefined) return { kind: 'bytes', base64: image, contentType: 'image/png' };
  if (form) return { kind: 'form', fields: form, file: PICTURE };
  return body === undefined ? { kind: 'none' } : { kind: 'json', value: body };
}

function fixturesOf(check: string): readonly Fixture[] {
  const file = `${folder}${check}.yaml`;
  return existsSync(file)
    ? (parse(readFileSync(file, 'utf8'), { merge: true }) as readonly Fixture[])
    : [];
}

function clauseOf(fixture: Fixture): Clause {
  if (fixture.clause !== undefined) return contract.clause(fixture.clause);
  return {
    id: 'integration/fixture',
    document: 'integration',
    level: 'stated',
    source: { section: '0' },
    states: fixture.title,
    operations: ['integration/dependencies', 'integration/timezones'],
    judged: Object.entries(fixture.check ?? {}).map(([check, options]) => ({
      check,
      with: options,
    })),
    ...(fixture.on && { on: fixture.on }),
  };
}

function traceOf(fixture: Fixture, clause: Clause): Trace {
  const steps = fixture.steps.map((step, index): Step => {
    const [operation = ''] = clause.operations;
    return {
      id: idOf(step, index),
      role: step.role ?? 'valid',
      request: {
        operation: step.operation ?? operation,
        path: step.path ?? {},
        query: step.query ?? {},
        headers: [],
        body: bodyOf(step),
        credential: {
          kind: step.credential ?? (step.role === 'unauthorised' ? 'invalid' : 'valid'),
        },
      },
    };
  });
  const exchanges = fixture.steps.flatMap((step, index): readonly Exchange[] => {
    if (step.unsent) return [];
    const text = step.sent ?? (step.body === undefined ? undefined : JSON.stringify(step.body));
    return [
      {
        step: idOf(step, index),
        request: {
          method: 'GET',
          target: step.target ?? '/',
          headers: step.credential === 'none' ? [] : [['Authorization', 'Basic {credential}']],
          body: text === undefined ? undefined : Buffer.from(text),
        },
        url: `${step.base ?? 'http://127.0.0.1'}${step.target ?? '/'}`,
        outcome: outcomeOf(step),
        startedAt: 0,
        durationMs: 1,
        resent: false,
      },
    ];
  });
  return {
    case: {
      id: 'integration/fixture/case',
      title: fixture.title,
      document: clause.document,
      evidence: [clause.id],
      origin: { kind: 'scenario' },
      steps,
      ...(fixture.compared !== undefined && { compared: fixture.compared }),
    },
    exchanges,
  };
}

function idOf(step: FixtureStep, index: number): string {
  return step.id ?? `step-${index + 1}`;
}

function outcomeOf({ answer = {}, fault }: FixtureStep): Outcome {
  if (fault) return { kind: 'fault', code: fault, message: `the connection was ${fault}` };
  const headers = Object.entries(answer.headers ?? {});
  const bytes = bytesOf(answer);
  const completeness = answer.completeness ?? 'complete';
  const whole: Answer = {
    kind: 'answer',
    status: answer.status ?? 200,
    reason: '',
    headers,
    // The reading of bytes is the sender's own, so that a fixture is what a trace would be.
    body: { bytes, completeness, content: contentOf(bytes, headers, completeness, 1_000_000) },
  };
  return whole;
}

function bytesOf({ json, data, text, bytes }: FixtureAnswer): Uint8Array {
  if (bytes !== undefined) return Buffer.from(bytes, 'base64');
  if (text !== undefined) return Buffer.from(text);
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  if (data === undefined) return new Uint8Array();
  const envelope = {
    additional_data: {},
    data,
    error_code: '',
    message: 'ok',
    status: 200,
    success: true,
  };
  return Buffer.from(JSON.stringify(envelope));
}

function shortForm(finding: Finding, wanted: Found | undefined): Found {
  switch (finding.kind) {
    case 'holds':
      return 'holds';
    case 'violated':
      return {
        violated: finding.where.pointer,
        ...(asksFor(wanted, 'step') && { step: finding.where.step }),
        ...(asksFor(wanted, 'actual') && { actual: finding.actual }),
        ...(asksFor(wanted, 'expected') && { expected: finding.expected }),
      };
    case 'observed':
      return { observed: finding.value };
    case 'not-judgeable':
      return ({ precondition: 'blocked', fault: 'error', 'no-data': 'skipped' } as const)[
        finding.because
      ];
  }
}

function asksFor(wanted: Found | undefined, name: string): boolean {
  return typeof wanted === 'object' && name in wanted;
}

function findingsOf(fixture: Fixture): readonly Finding[] {
  const clause = clauseOf(fixture);
  const law: ContractView = {
    operation: contract.operation,
    operations: contract.operations,
    clause: (id) => (id === clause.id ? clause : contract.clause(id)),
    validate: contract.validate,
  };
  return judge(law, fixture.known ?? {}, traceOf(fixture, clause)).flatMap(
    ({ findings }) => findings,
  );
}

describe.each(CHECKS.map(({ name }) => name))('%s', (check) => {
  const fixtures = fixturesOf(check);

  it.each(fixtures.map((fixture) => [fixture.title, fixture] as const))('%s', (_, fixture) => {
    const found = findingsOf(fixture).map((finding, index) => {
      return shortForm(finding, fixture.finds[index]);
    });
    expect(found).toEqual(fixture.finds);
  });

  it('is judged by every one of its fixtures', () => {
    const others = fixtures.filter(
      (fixture) => !clauseOf(fixture).judged.some((judgement) => judgement.check === check),
    );
    expect(others.map(({ title }) => title)).toEqual([]);
  });

  it('has fixtures of each kind', () => {
    const kinds = new Set(
      fixtures.flatMap(({ finds }) =>
        finds.map((found) => (typeof found === 'string' ? found : Object.keys(found)[0])),
      ),
    );
    const needed = check.startsWith('observe') ? ['observed', 'error'] : ['holds', 'violated'];
    expect(needed.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('says what was there and what is asked for', () => {
    const wordless = fixtures
      .flatMap(findingsOf)
      .filter((finding) => finding.kind === 'violated' && !(finding.actual && finding.expected));
    expect(wordless).toEqual([]);
  });
});

describe('fixtures', () => {
  it('belong to a check each', () => {
    const strays = readdirSync(folder).filter(
      (file) => !CHECKS.some(({ name }) => `${name}.yaml` === file),
    );
    expect(strays).toEqual([]);
  });

  it('have titles of their own', () => {
    for (const { name } of CHECKS) {
      const titles = fixturesOf(name).map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
