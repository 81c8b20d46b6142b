import type { Answer, Finding, JsonSchema } from '../../model.ts';
import { isObject, placesOf, valueAt } from '../../pointer.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type Scene,
  type Shown,
  textOption,
  violated,
} from '../check.ts';
import { describeBody, describeSchema, describeValue } from '../describe.ts';

/** More of the same kind in one answer tell nothing new. */
const MOST = 3;

/**
 * Every value at a place fits a schema, and is there. With `status`, only answers of that status are
 * judged; without, only successes.
 */
export const conforms: Check = {
  name: 'conforms',
  judge(scene, options) {
    const at = textOption(options, 'at');
    const schema = schemaOption(options);
    return scene.steps.flatMap((shown) => {
      const answer = answerFor(shown, options.status);
      return answer.kind === 'answer'
        ? judgeBody(shown, answer, at, schema, options.after === 'type', scene)
        : [answer];
    });
  },
};

function answerFor(shown: Shown, status: unknown): Answer | Finding {
  const { standing } = shown;
  if (status === undefined) {
    return standing.kind === 'succeeded' ? standing.answer : obstacleOf(standing);
  }
  if (standing.kind === 'unheard') return obstacleOf(standing);
  if (standing.answer.status === status) return standing.answer;
  return notJudgeable('precondition', `it was answered with HTTP ${standing.answer.status}`);
}

function judgeBody(
  shown: Shown,
  answer: Answer,
  at: string,
  schema: JsonSchema,
  leaveTypes: boolean,
  { validate }: Scene,
): readonly Finding[] {
  const json = jsonOf(answer);
  if (at === '' && json === undefined) {
    return [violated(shown, '', describeBody(answer), describeSchema(schema))];
  }
  const places = placesOf(json, at).filter(
    ({ value }) => !leaveTypes || validate(typeOf(schema), value).length === 0,
  );
  if (places.length === 0) return [notJudgeable('no-data', `the answer has nothing at ${at}`)];
  const found = places.flatMap(({ pointer, value }) => {
    if (value === undefined) return [violated(shown, pointer, 'missing', describeSchema(schema))];
    const [error] = validate(schema, value);
    if (!error) return [];
    const below = valueAt(value, error.pointer);
    const expected = error.pointer === '' ? describeSchema(schema) : error.message;
    return [violated(shown, pointer + error.pointer, describeValue(below), expected)];
  });
  return found.length === 0 ? [HOLDS] : found.slice(0, MOST);
}

const shallowForms = new WeakMap<object, JsonSchema>();
const typeForms = new WeakMap<object, JsonSchema>();

/** Schemas are compiled once per object, so that the forms made from them are kept too. */
function kept(forms: WeakMap<object, JsonSchema>, schema: JsonSchema, make: () => JsonSchema) {
  const form = forms.get(schema) ?? make();
  forms.set(schema, form);
  return form;
}

function schemaOption(options: JsonSchema): JsonSchema {
  const { schema } = options;
  if (!isSchema(schema)) throw new TypeError('option "schema" is not a schema');
  if (options.depth !== 'shallow') return schema;
  return kept(shallowForms, schema, () => ({
    ...(schema.type !== undefined && { type: schema.type }),
    ...(isSchema(schema.items) &&
      schema.items.type !== undefined && { items: { type: schema.items.type } }),
  }));
}

function typeOf(schema: JsonSchema): JsonSchema {
  return kept(typeForms, schema, () => (schema.type === undefined ? {} : { type: schema.type }));
}

function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}
