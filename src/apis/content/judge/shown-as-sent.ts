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
 * Where the answer to a write shows a field that was sent, it shows what was sent:
 * - `listed`: of the fields with one of the values that their table lists (2.2, 2.3). A status may be another, as transitions
 *   are not shown (3), and so may what a server works out from other fields that were sent with it;
 * - `texts`: of texts in plain words. Others may be cleaned or fitted.
 */
export const shownAsSent: Check = {
  name: 'shown-as-sent',
  judge: ({ steps }, options) => {
    const part = textOption(options, 'part') === 'texts' ? textIn : listedIn;
    return steps.flatMap((shown) => ofWrite(shown, part));
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** What a field was sent with, and what the answer shows of it; undefined where nothing can be said. */
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

/** A text, or the one that an object has as it was typed. */
function rawOf(value: unknown): unknown {
  return isObject(value) ? value.raw : value;
}
