import {
  type Check,
  judgeEach,
  notJudgeable,
  orHolds,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { pointerOf, valueAt } from '../../../model/index.ts';

/** Each label is a display name, a space, and the entry's own identifier in parentheses. */
export const namesZone: Check = {
  name: 'names-zone',
  judge: judgeEach((json, shown, options) => {
    const at = textOption(options, 'list');
    const labelAt = textOption(options, 'label');
    const list = valueAt(json, at);
    const entries = (Array.isArray(list) ? list : []).map((entry: unknown, index) => ({
      pointer: at + pointerOf([index]) + labelAt,
      label: valueAt(entry, labelAt),
      identifier: valueAt(entry, textOption(options, 'identifier')),
    }));
    // Other clauses judge missing members and those that are no strings.
    const judgeable = entries.flatMap(({ pointer, label, identifier }) =>
      typeof label === 'string' && typeof identifier === 'string'
        ? [{ pointer, label, identifier }]
        : [],
    );
    if (judgeable.length === 0)
      return notJudgeable('no-data', `no entry at ${at} has both members`);
    const found = judgeable
      .filter(({ label, identifier }) => {
        const end = ` (${identifier})`;
        return !label.endsWith(end) || label.slice(0, -end.length).trim() === '';
      })
      .map(({ pointer, label, identifier }) =>
        violated(
          shown,
          pointer,
          describeValue(label),
          `a display name followed by " (${identifier})"`,
        ),
      );
    return orHolds(found);
  }),
};
