/** Notices secrets in recorded answers that a replay cannot give back, because the client has not sent them. */

import { isObject, pointerOf } from '../model/index.ts';
import { type NormalForms, placeholdersIn, queryAndBody } from '../record/index.ts';
import type { CleaningScope, Secret } from '../secrets/index.ts';
import type { WireExchange } from './wire.ts';

/** Bytes of an answer: the recording has searched it once already. */
const MOST_SEARCHED = 1_000_000;

export interface LostSecrets {
  readonly add: (exchange: WireExchange) => void;
  /** `POST /login: /token`, for each answer once. */
  readonly lines: () => readonly string[];
}

export function lostSecrets(
  scope: CleaningScope,
  forms: NormalForms,
  secrets: readonly Secret[],
): LostSecrets {
  const restored = new Set(secrets.map(({ name }) => `REDACTED-${name}`));
  const lines = new Set<string>();
  return {
    add: ({ request, outcome }) => {
      const { value: asked } = scope.request(request);
      for (const one of placeholdersIn(queryAndBody(asked, forms))) restored.add(one);
      if (outcome.kind === 'fault' || outcome.body.bytes.length > MOST_SEARCHED) return;
      const { value: answer } = scope.outcome(outcome);
      if (answer.kind === 'fault') return;
      const { content } = answer.body;
      const isLost = (text: string) => placeholdersIn(text).some((one) => !restored.has(one));
      const places =
        content.kind === 'json'
          ? placesIn(content.value, [], isLost)
          : content.kind === 'text' && isLost(content.text)
            ? ['the body']
            : [];
      if (places.length === 0) return;
      const [path = ''] = asked.target.split('?', 1);
      lines.add(`${asked.method} ${path}: ${places.join(', ')}`);
    },
    lines: () => [...lines],
  };
}

function placesIn(
  value: unknown,
  path: readonly string[],
  isLost: (text: string) => boolean,
): readonly string[] {
  if (typeof value === 'string') return isLost(value) ? [pointerOf(path)] : [];
  const members = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return members.flatMap(([name, one]) => placesIn(one, [...path, name], isLost));
}
