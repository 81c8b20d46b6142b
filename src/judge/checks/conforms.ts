import {
  type Answer,
  type Credential,
  type Finding,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  placesOf,
  valueAt,
} from '../../model/index.ts';
import {
  type Check,
  type CheckContext,
  jsonOf,
  notJudgeable,
  obstacleOf,
  orHolds,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { controlFailure } from '../control.ts';
import { describeBody, describeError, describeSchema, describeValue } from '../describe.ts';
import { documentedAnswer } from '../documented-answer.ts';

/**
 * Every value at a place exists and matches a schema. With `given`, only existing values that match that are judged;
 * other clauses judge the rest. With `status`, only answers with that status are judged; otherwise only successes. With
 * `bearer`, only requests with such a credential are judged, or only the others. A refusal counts only if the case's
 * control succeeded: a server that refuses everything may not be the API at all.
 */
export const conforms: Check = {
  name: 'conforms',
  judge(checkContext, options) {
    const at = textOption(options, 'at');
    const schema = schemaOption(options, 'schema');
    const given = options.given === undefined ? undefined : schemaOption(options, 'given');
    const within = isList(options.within) ? options.within : [];
    const { bearer } = options;
    const steps =
      typeof bearer === 'boolean'
        ? checkContext.steps.filter((shown) => isDenied(shown, options.status, bearer))
        : checkContext.steps;
    if (steps.length === 0) return [notJudgeable('no-data', 'no answer refuses a credential so')];
    return steps.flatMap((shown) => {
      const answer = answerFor(shown, options.status, checkContext);
      return answer.kind === 'answer'
        ? judgeBody(shown, answer, { at, schema, given, within }, checkContext)
        : [answer];
    });
  },
};

function answerFor(shown: StepResult, status: unknown, { all }: CheckContext): Answer | Finding {
  const { standing } = shown;
  if (status === undefined) {
    if (standing.kind !== 'succeeded') return obstacleOf(standing);
    return isOfAnother(shown, standing.answer.status)
      ? notJudgeable('precondition', `no body is documented for HTTP ${standing.answer.status}`)
      : standing.answer;
  }
  if (standing.kind === 'no-response') return obstacleOf(standing);
  if (standing.answer.status !== status) {
    return notJudgeable('precondition', `it was answered with HTTP ${standing.answer.status}`);
  }
  if (standing.kind === 'succeeded' || !isRefusedThroughout(all)) return standing.answer;
  return notJudgeable(
    'precondition',
    'the control, a request without that fault, was not carried out either',
  );
}

/** Returns true for a status that has no part in a document that lists the statuses of its answers. */
function isOfAnother({ operation }: StepResult, status: number): boolean {
  const listsStatuses = operation.answers.some(({ types }) => types !== undefined);
  return listsStatuses && documentedAnswer(operation, status) === undefined;
}

/** Returns true for an answer of that status to a documented method. A login by Basic in front answers for itself. */
function isDenied({ step, standing }: StepResult, status: unknown, bearer: boolean): boolean {
  const { method, credential } = step.request;
  if (standing.kind === 'no-response' || standing.answer.status !== status) return false;
  if (method !== undefined || sendsBearer(credential) !== bearer) return false;
  const challenges = standing.answer.headers.filter(([name]) => /^www-authenticate$/i.test(name));
  return !challenges.some(([, value]) => /^(?:.*,)?\s*basic\b/i.test(value));
}

function sendsBearer(credential: Credential): boolean {
  return credential.kind === 'header'
    ? /^Bearer [^\s]+$/.test(credential.value)
    : credential.kind !== 'none';
}

/** Recorded traffic has no controls. */
function isRefusedThroughout(all: readonly StepResult[]): boolean {
  const controls = all.filter(({ step }) => step.role === 'control');
  return controls.length > 0 && controls.every((control) => controlFailure(control) !== undefined);
}

interface Asked {
  readonly at: string;
  readonly schema: JsonSchema;
  readonly given: JsonSchema | undefined;
  /** The parent type of each `*` in the place. */
  readonly within: readonly Json[];
}

function judgeBody(
  shown: StepResult,
  answer: Answer,
  { at, schema, given, within }: Asked,
  { validate }: CheckContext,
): readonly Finding[] {
  const json = jsonOf(answer);
  const isWhole = at === '' && (given === undefined || Object.keys(given).length === 0);
  if (isWhole && json === undefined) {
    return [violated(shown, '', describeBody(answer), describeSchema(schema))];
  }
  const places =
    given === undefined
      ? placesOf(json, at)
      : placesOf(json, at, within).filter(
          ({ value }) => value !== undefined && validate(given, value).length === 0,
        );
  if (places.length === 0) return [notJudgeable('no-data', `the answer has nothing at ${at}`)];
  const found = places.flatMap(({ pointer, value }) => {
    if (value === undefined) return [violated(shown, pointer, 'missing', describeSchema(schema))];
    const [error] = validate(schema, value);
    if (!error) return [];
    const below = valueAt(value, error.pointer);
    const expected = error.pointer === '' ? describeSchema(schema) : describeError(error);
    return [violated(shown, pointer + error.pointer, describeValue(below), expected)];
  });
  return orHolds(found);
}

function schemaOption(options: JsonSchema, name: 'schema' | 'given'): JsonSchema {
  const schema = options[name];
  if (!isMembers(schema)) throw new TypeError(`option "${name}" is not a schema`);
  return schema;
}
