import { listIn, membersOf, merged } from '../../../contract/index.ts';
import {
  type Check,
  HOLDS,
  jsonOf,
  type StepResult,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { type Finding, isObject, type Operation, valueOfBody } from '../../../model/index.ts';
import { mayFollow } from './state/model-change.ts';

/**
 * If the answer to a write shows a sent field, it shows the sent value:
 * - `listed`: for fields with listed values (2.2, 2.3). A status can differ, as transitions are unspecified (3). A value
 *   that the server derives from other sent fields can differ too;
 * - `texts`: for plain texts. Others can be sanitised.
 */
export const shownAsSent: Check = {
  name: 'shown-as-sent',
  judge: ({ steps }, options) => {
    const part = textOption(options, 'part') === 'texts' ? textIn : listedIn;
    return steps.flatMap((shown) => ofWrite(shown, part));
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** The sent and the shown value of a field; undefined if they cannot be compared. */
type Part = (
  name: string,
  sent: Fields,
  record: Fields,
  operation: Operation,
) => { readonly sent: unknown; readonly shown: unknown } | undefined;

function ofWrite(shown: StepResult, part: Part): readonly Finding[] {
  if (shown.standing.kind !== 'succeeded') return [];
  const sent = valueOfBody(shown.step.request.body);
  const record = jsonOf(shown.standing.answer);
  if (!isObject(sent) || !isObject(record)) return [];
  return Object.keys(sent).flatMap((name): readonly Finding[] => {
    const both = part(name, sent, record, shown.operation);
    if (both?.shown === undefined) return [];
    if (both.shown === both.sent) return [HOLDS];
    const expected = `${describeValue(both.sent)}, as it was sent`;
    return [violated(shown, `/${name}`, describeValue(both.shown), expected)];
  });
}

const listedIn: Part = (name, sent, record, { body }) => {
  const field = body ? membersOf(merged(body.schema)).find(([own]) => own === name) : undefined;
  if (field === undefined || listIn(field[1], 'enum') === undefined) return undefined;
  if (name === 'status' || mayFollow(name, Object.keys(sent))) return undefined;
  return { sent: sent[name], shown: record[name] };
};

const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

const textIn: Part = (name, sent, record) => {
  const [text, shown] = [sent[name], record[name]].map(rawOf);
  return typeof text === 'string' && PLAIN.test(text) ? { sent: text, shown } : undefined;
};

/** A text, or the raw text of an object. */
function rawOf(value: unknown): unknown {
  return isObject(value) ? value.raw : value;
}
