import {
  type Answer,
  type FaultCode,
  type Finding,
  fieldOf,
  isObject,
  placesOf,
} from '../../model/index.ts';
import { type Check, jsonOf, observed, obstacleOf, type StepResult, textOption } from '../check.ts';
import { describeValue } from '../describe.ts';

/** Headers that show unspecified behaviour. */
const CONCLUSIVE = ['allow', 'content-type', 'location', 'retry-after', 'www-authenticate'];

/** Failures that say something about the request, not about the connection. */
const CONCLUSIVE_FAULTS: ReadonlySet<FaultCode | 'incomplete' | 'unsent'> = new Set([
  'closed',
  'reset',
  'malformed',
]);

/** Records the answer to a probe: status, headers and the shape of the body, without values. */
export const observe: Check = {
  name: 'observe',
  judge: ({ steps }) =>
    steps.map((shown) =>
      withAnswer(shown, (answer) => {
        const headers = CONCLUSIVE.flatMap((name) => {
          const value = fieldOf(answer.headers, name);
          return value === undefined ? [] : [`${name}: ${value}`];
        });
        const parts = [`HTTP ${answer.status}`, ...headers, shapeOf(answer)];
        return observed(shown, '', parts.join('; '));
      }),
    ),
};

/** Records the values at a place. */
export const observeValues: Check = {
  name: 'observe-values',
  judge: ({ steps }, options) =>
    steps.map((shown) =>
      withAnswer(shown, (answer) => {
        const at = textOption(options, 'at');
        const values = placesOf(jsonOf(answer), at).flatMap(({ value }) =>
          value === undefined ? [] : [describeValue(value)],
        );
        return observed(shown, at, [...new Set(values)].sort().join(', ') || 'none');
      }),
    ),
};

/** Records which of some headers are sent, without their volatile values. */
export const observeHeaders: Check = {
  name: 'observe-headers',
  judge: ({ steps }, options) =>
    steps.map((shown) =>
      withAnswer(shown, (answer) => {
        const names = Array.isArray(options.names) ? options.names : [];
        const sent = names.filter((name) => fieldOf(answer.headers, String(name)) !== undefined);
        return observed(shown, 'headers', sent.join(', ') || 'none');
      }),
    ),
};

function withAnswer(shown: StepResult, look: (answer: Answer) => Finding): Finding {
  const { standing } = shown;
  if (standing.kind !== 'no-response') return look(standing.answer);
  if (CONCLUSIVE_FAULTS.has(standing.code))
    return observed(shown, '', 'the connection ended without an answer');
  return obstacleOf(standing);
}

/** The body's members and their types, arrays by their first element, names sorted. */
function shapeOf(answer: Answer): string {
  const { content } = answer.body;
  return content.kind === 'json' ? typeShape(content.value, 0) : content.kind;
}

function typeShape(value: unknown, depth: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    return value.length === 0 || depth > 3 ? '[]' : `[${typeShape(value[0], depth + 1)}]`;
  }
  if (!isObject(value)) return typeof value;
  const names = Object.keys(value).sort();
  if (depth > 3 || names.length > 20) return `{${names.length} members}`;
  return `{${names.map((name) => `${name}: ${typeShape(value[name], depth + 1)}`).join(', ')}}`;
}
