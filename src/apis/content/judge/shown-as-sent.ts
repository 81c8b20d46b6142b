import { listIn, membersOf, merged } from '../../../contract/index.ts';
import { type Check, HOLDS, jsonOf, type StepResult, violated } from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import type { Finding, Operation } from '../../../model.ts';
import { valueOfBody } from '../../../planned-body.ts';
import { isObject } from '../../../pointer.ts';
import { mayFollow } from './state/model-change.ts';

/**
 * Where the answer to a write shows a field that was sent with one of the values that its table lists (2.2, 2.3), it shows
 * that value. Other fields may be cleaned or fitted; a status may be another, as transitions are not shown (3), and so may
 * what a server works out from other fields that were sent with it.
 */
export const shownAsSent: Check = {
  name: 'shown-as-sent',
  judge: ({ steps }) => steps.flatMap(ofWrite),
};

function ofWrite(shown: StepResult): readonly Finding[] {
  if (shown.standing.kind !== 'succeeded') return [];
  const sent = valueOfBody(shown.step.request.body);
  const record = jsonOf(shown.standing.answer);
  if (!isObject(sent) || !isObject(record)) return [];
  const names = Object.keys(sent);
  return enumeratedFields(shown.operation).flatMap((name): readonly Finding[] => {
    if (!Object.hasOwn(sent, name) || record[name] === undefined) return [];
    if (name === 'status' || mayFollow(name, names)) return [];
    if (record[name] === sent[name]) return [HOLDS];
    const expected = `${describeValue(sent[name])}, as it was sent`;
    return [violated(shown, `/${name}`, describeValue(record[name]), expected)];
  });
}

function enumeratedFields({ body }: Operation): readonly string[] {
  const fields = body ? membersOf(merged(body.schema)) : [];
  return fields.flatMap(([name, schema]) => (listIn(schema, 'enum') ? [name] : []));
}
