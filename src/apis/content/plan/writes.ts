import type { Contract } from '../../../contract/contract.ts';
import { refusalId } from '../../../contract/derive.ts';
import { encode } from '../../../contract/encode.ts';
import { arrivesAs, partSchemaOf, verifyRequest } from '../../../contract/verify-request.ts';
import type {
  Case,
  FormFile,
  Json,
  JsonSchema,
  MutatedRule,
  Operation,
  PlannedRequest,
  Step,
  Values,
  WireStyle,
} from '../../../model.ts';
import { NOTHING_OF_ITS_OWN } from '../../../plan/own-objects.ts';
import { refusalsOf, standIn } from '../../../plan/refusals.ts';
import { evidenceOf } from '../../../plan/scenarios.ts';
import { callOn, OWN, requestTo, type Stage, step, withReferences } from '../../../plan/stage.ts';
import { type ViolatingValue, violationsOf } from '../../../plan/violations.ts';
import { batchCases } from './writes-batch.ts';
import { stageOf } from './writes-fixtures.ts';
import { LEAVES_NOTHING, lookStep } from './writes-inspection.ts';
import { removal, withFileName } from './writes-test-owned.ts';
import { acceptableBodies, EDITS } from './writes-values.ts';

/** So many violations share one object and one control: what is lost with a connection stays small. */
const TOGETHER = 24;

/**
 * Cases of an operation of the content document that writes: bodies that a sensible server accepts, and
 * one breach of each rule beside a control. Everything is done to objects that the case creates and
 * removes again. Pure; the seed turns which values come together and names what is created.
 */
export function writeCases(
  contract: Contract,
  operation: Operation,
  style: WireStyle,
  seed: number,
): readonly Case[] {
  const clauses = refusalsOf(contract, operation);
  const slug = slugFor(operation, seed);
  const stage = stageOf(operation, slug);
  if (!stage) {
    return clauses.size === 0
      ? []
      : [standIn(operation, `${operation.id}/generated`, [...clauses], NOTHING_OF_ITS_OWN)];
  }
  return [
    ...acceptedCases(contract, operation, stage, slug, seed),
    ...refusalCases(contract, operation, stage, clauses, style),
    ...(operation.action === 'batch' ? batchCases(slug) : []),
  ];
}

/**
 * Cases of an operation that reads revisions or autosaves, where no known object has any: those of an object
 * that the case creates are read instead, validly and with one breach of each rule. None for any other operation.
 */
export function recordedCases(
  contract: Contract,
  operation: Operation,
  style: WireStyle,
  seed: number,
): readonly Case[] {
  if (operation.document !== 'content' || operation.parent === undefined || operation.writes) {
    return [];
  }
  const slug = slugFor(operation, seed);
  const stage = stageOf(operation, slug);
  if (!stage) return [];
  const request = withReferences(requestTo(operation.id, stage.path, {}, undefined), stage);
  const evidence = evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] });
  const read: Case = {
    id: `${operation.id}/own`,
    title: 'reads what is kept about an object of its own',
    document: 'content',
    evidence,
    origin: { kind: 'scenario' },
    steps: staged(stage, `${slug}-own`, [step('request', 'valid', request)]),
  };
  return [
    ...(evidence.length > 0 ? [read] : []),
    ...refusalCases(contract, operation, stage, refusalsOf(contract, operation), style),
  ];
}

// ---- what is accepted --------------------------------------------------------------------------------

function acceptedCases(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  slug: string,
  seed: number,
): readonly Case[] {
  const clause = `content/${stage.collection}/writes-accepted`;
  if (!contract.clause(clause).operations.includes(operation.id)) return [];
  const steps = bodiesFor(operation, stage, slug, seed).map((body, index) => {
    const request = requestTo(operation.id, stage.path, stage.query, body);
    return step(`valid-${index + 1}`, 'valid', withReferences(request, stage));
  });
  const acceptedCase = (place: string, some: readonly Step[]): Case => ({
    id: `${operation.id}/accepted${place}`,
    title: 'carries out valid writes, each listed value in one of them',
    document: 'content',
    evidence: [clause],
    origin: { kind: 'scenario' },
    steps: staged(stage, `${slug}-accepted${place.replace('/', '-')}`, some),
  });
  // A write may be refused for what an earlier one left in its object, so each has an object of its own.
  return isFieldWrite(operation)
    ? steps.map((one, index) => acceptedCase(index === 0 ? '' : `/${index + 1}`, [one]))
    : [acceptedCase('', steps)];
}

function isFieldWrite({ action, parent }: Operation): boolean {
  return action === 'update' || (action === 'create' && parent !== undefined);
}

function bodiesFor(
  operation: Operation,
  { collection, body, creates }: Stage,
  slug: string,
  seed: number,
): readonly (Json | undefined)[] {
  if (!isMembers(body)) return [body];
  if (operation.action === 'post-process') return [body];
  if (operation.action === 'edit') return EDITS.map((edit) => ({ src: body.src ?? '', ...edit }));
  const bodies = acceptableBodies(collection, seed);
  if (!creates) return [body, ...bodies, ...movesOf(operation, collection, slug)];
  const named = Object.hasOwn(body, 'slug');
  return [
    body,
    ...bodies.map((one, index) => ({ ...one, ...(named && { slug: `${slug}-${index + 2}` }) })),
  ];
}

/** Another slug for what has one that is not part of its ID. */
function movesOf(operation: Operation, collection: string, slug: string): readonly Values[] {
  const moves = ['posts', 'pages', 'blocks'].includes(collection);
  return moves && operation.action === 'update' ? [{ slug: `${slug}-moved` }] : [];
}

/** A case's steps with what they need before them, and with the removal of all that they created. */
function staged(
  stage: Stage,
  slug: string,
  steps: readonly Step[],
  looks: readonly string[] = [],
): readonly Step[] {
  const creating = stage.creates ? steps.filter(({ id }) => !looks.includes(id)) : [];
  const made = creating.map(({ id }) => removal(id, stage.collection));
  return [...stage.setup.map((one) => renamed(one, slug)), ...steps, ...made, ...stage.cleanup];
}

/** The same creation under another slug: cases travel side by side. */
function renamed(one: Step, slug: string): Step {
  const { body } = one.request;
  if (one.id !== 'own') return one;
  if (body.kind !== 'json' || !isMembers(body.value)) return withFileName(one, slug);
  if (!Object.hasOwn(body.value, 'slug')) return one;
  return { ...one, request: { ...one.request, body: { ...body, value: { ...body.value, slug } } } };
}

// ---- what is refused ---------------------------------------------------------------------------------

interface Refusal {
  readonly clause: string;
  readonly title: string;
  readonly request: PlannedRequest;
  readonly breach: MutatedRule;
  readonly unproven?: string;
}

function refusalCases(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  clauses: ReadonlySet<string>,
  style: WireStyle,
): readonly Case[] {
  const { found, dismissed } = refusalsFor(contract, operation, stage, clauses, style);
  const shown = new Set(found.map(({ clause }) => clause));
  const hidden = [...clauses].filter((id) => !shown.has(id));
  const control = withReferences(callOn(stage, operation, stage), stage);
  const cases = chunks(found, TOGETHER).map((some, index): Case => {
    const own = slugIn(stage, `refused-${index + 1}`);
    const controls = [step('control', 'control', named(control, stage, own))];
    const violations = some.map(
      ({ clause, request, breach }, at): Step => ({
        ...step(
          `violation-${at + 1}`,
          'violation',
          named(withReferences(request, stage), stage, `${own}-${at + 1}`),
        ),
        shows: [clause],
        breach,
      }),
    );
    const slugs = [...controls, ...violations].flatMap(({ request }) => slugOf(request) ?? []);
    const look = stage.creates ? lookStep(contract, stage.collection, slugs) : undefined;
    const steps = stage.final
      ? [...violations, ...controls]
      : [...controls, ...violations, ...(look ? [look] : [])];
    const unproven = some.find((one) => one.unproven !== undefined)?.unproven;
    const [only] = some;
    return {
      id: `${operation.id}/refused/${index + 1}`,
      title: `refuses ${some.length === 1 && only ? only.title : `${some.length} breaches of its rules`}`,
      document: 'content',
      evidence: [...new Set(some.map(({ clause }) => clause)), ...(look ? [LEAVES_NOTHING] : [])],
      origin: { kind: 'scenario' },
      steps: staged(stage, own, steps, look ? ['look'] : []),
      ...(unproven !== undefined && { unproven }),
    };
  });
  return [
    ...cases,
    ...hidden.map((clause) =>
      standIn(
        operation,
        `${clause}/none`,
        [clause],
        dismissed.has(clause)
          ? 'as this target spells requests, every breach of it may be read as valid'
          : 'as this target spells requests, none can carry a breach of it',
      ),
    ),
  ];
}

function slugIn(stage: Stage, suffix: string): string {
  const [own] = stage.setup;
  const slug =
    (own && slugOf(own.request)) ?? (isMembers(stage.body) ? stage.body.slug : undefined);
  return `${typeof slug === 'string' ? slug : stage.slug}-${suffix}`;
}

function slugOf({ body }: PlannedRequest): string | undefined {
  const slug = body.kind === 'json' && isMembers(body.value) ? body.value.slug : undefined;
  return typeof slug === 'string' ? slug : undefined;
}

/** A creation under a slug of its own, so that what comes of it is told from the others; what breaks a slug stays. */
function named(request: PlannedRequest, stage: Stage, slug: string): PlannedRequest {
  const { body } = request;
  if (!stage.creates || !isMembers(stage.body) || body.kind !== 'json') return request;
  const plain = stage.body.slug;
  if (plain === undefined || !isMembers(body.value) || body.value.slug !== plain) return request;
  return { ...request, body: { ...body, value: { ...body.value, slug } } };
}

/** For each rule the first breach that survives its proof. */
function refusalsFor(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  clauses: ReadonlySet<string>,
  style: WireStyle,
): { readonly found: readonly Refusal[]; readonly dismissed: ReadonlySet<string> } {
  const found = new Map<string, Refusal>();
  const dismissed = new Set<string>();
  for (const part of ['path', 'query', 'body'] as const) {
    const schema = part === 'body' ? operation.body?.schema : partSchemaOf(operation, part);
    const whole = stage[part];
    if (schema === undefined || whole === undefined) continue;
    const violations =
      part === 'body'
        ? bodyViolations(operation, schema, whole, style, stage.file)
        : violationsOf(schema, whole, {
            known: {},
            arrives: arrivesAs(operation, part, style),
          });
    for (const violation of [...violations].sort(byPlainness)) {
      const { pointer, keyword, schemaPointer, value, title } = violation;
      const clause = refusalId(operation.id, { part, pointer: schemaPointer, keyword });
      // A choice has rules of its own in each branch; all of their breaches are one of the choice.
      const key =
        keyword === 'oneOf' || keyword === 'anyOf' ? `${clause} ${JSON.stringify(value)}` : clause;
      if (!clauses.has(clause) || found.has(key)) continue;
      const breach: MutatedRule = { part, pointer, keyword };
      const request = withPart(operation, stage, part, value);
      const wire = encode(operation, request, style, undefined);
      const proof = verifyRequest(operation, wire, style, breach, contract.validate);
      if (proof.kind === 'lenient') {
        dismissed.add(clause);
        continue;
      }
      found.set(key, {
        clause,
        title,
        request,
        breach,
        ...(proof.kind === 'unproven' && {
          unproven: `the case fails its own proof (${clause}): ${proof.why}`,
        }),
      });
    }
  }
  return { found: [...found.values()], dismissed };
}

/**
 * Words where something else is asked for come first, lists and objects next: numbers and the like are what
 * a server is most likely to make something of.
 */
function byPlainness(one: ViolatingValue, other: ViolatingValue): number {
  return plainness(one) - plainness(other);
}

function plainness({ title }: ViolatingValue): number {
  if (title.startsWith('"touchstone"')) return 0;
  return /^[[{]/.test(title) ? 1 : 2;
}

/** Bodies that the three methods of an update have in common; a body arrives as it is. */
const BODIES = new WeakMap<JsonSchema, Map<string, readonly ViolatingValue[]>>();

function bodyViolations(
  operation: Operation,
  schema: JsonSchema,
  whole: Json,
  style: WireStyle,
  file: FormFile | undefined,
): readonly ViolatingValue[] {
  if (file) {
    const arrives = arrivesAs(operation, 'body', style, file);
    return violationsOf(schema, whole, { known: {}, arrives });
  }
  const known = BODIES.get(schema) ?? new Map<string, readonly ViolatingValue[]>();
  BODIES.set(schema, known);
  const base = JSON.stringify(whole);
  const violations = known.get(base) ?? violationsOf(schema, whole, { known: {} });
  known.set(base, violations);
  return violations;
}

function withPart(
  operation: Operation,
  stage: Stage,
  part: MutatedRule['part'],
  value: Json,
): PlannedRequest {
  const path = part === 'path' && isMembers(value) ? value : stage.path;
  const query = part === 'query' && isMembers(value) ? value : stage.query;
  return callOn(stage, operation, { path, query, body: part === 'body' ? value : stage.body });
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

function slugFor(operation: Operation, seed: number): string {
  return `${OWN}-${seed}-${operation.id.split('/').slice(1).join('-')}`;
}

function isMembers(value: Json | undefined): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
