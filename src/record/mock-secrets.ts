/** Selects among requests that differ only in secrets, for clients with other secrets. */

import {
  type Answer,
  parsedJson,
  percentDecoded,
  rewrittenAnswer,
  type WireRequest,
} from '../model/index.ts';
import type { Secret } from '../secrets/index.ts';
import { bodyStructure } from './body-structure.ts';
import { type NormalForms, PLACEHOLDERS } from './normal-form.ts';

/** Numbered in order of finding; others are named after a secret that is known beforehand. */
const NUMBERED = /^REDACTED-\d+$/;

/** Placeholders of its query and its body, in order. */
interface Redacted {
  readonly placeholders: () => readonly string[];
}

/**
 * The values that a client sent in place of placeholders, one for each. The placeholder identifies a secret that is
 * known beforehand.
 */
export function valuesIn(cleaned: string, given: string): readonly string[] {
  const placeholders = placeholdersIn(cleaned);
  const [first = '', ...after] = cleaned.split(PLACEHOLDERS);
  // If the texts differ in more than secrets, the whole request distinguishes it.
  const unclear = placeholders.map(() => given);
  if (!given.startsWith(first) || !given.endsWith(after.at(-1) ?? '')) return unclear;
  const values: string[] = [];
  let at = first.length;
  for (const [index, text] of after.entries()) {
    const isLast = index === after.length - 1;
    const end = isLast ? given.length - text.length : given.indexOf(text, at + 1);
    if (end <= at) return unclear;
    const placeholder = placeholders[index] ?? '';
    values.push(NUMBERED.test(placeholder) ? given.slice(at, end) : placeholder);
    at = end + text.length;
  }
  return values;
}

/** The values that clients sent where a placeholder was recorded, by placeholder. */
export type Holders = Map<string, Set<string>>;

/**
 * The requests, equal except for placeholders, whose placeholders stand for these values. A value keeps its first
 * placeholder.
 */
export function heldBy<T extends Redacted>(
  values: readonly string[],
  alike: readonly T[],
  holders: Holders,
): readonly T[] {
  let left = alike;
  for (const [at, value] of values.entries()) {
    const placeholderOf = ({ placeholders }: T) => placeholders()[at] ?? '';
    const taken = takenBy(value, left.map(placeholderOf), holders);
    if (taken === undefined) return [];
    holders.set(taken, (holders.get(taken) ?? new Set()).add(value));
    left = left.filter((each) => placeholderOf(each) === taken);
  }
  return left;
}

/** Its own placeholder, or the first of those with the fewest values, so that all are used. */
function takenBy(value: string, offered: readonly string[], holders: Holders): string | undefined {
  const own = offered.find((each) => each === value || holders.get(each)?.has(value));
  if (own !== undefined) return own;
  const numberOf = (placeholder: string) => holders.get(placeholder)?.size ?? 0;
  const fewest = Math.min(...offered.map(numberOf));
  return offered.find((each) => numberOf(each) === fewest);
}

/** Values of clients in place of recorded placeholders. */
export interface SentSecrets {
  /** @param form the query and the body of a request; its first line is URL-encoded */
  readonly learn: (
    scope: string | null,
    placeholders: readonly string[],
    values: readonly string[],
    form: string,
  ) => void;
  /** An answer with these values in place of placeholders. */
  readonly restore: (scope: string | null, answer: Answer) => Answer;
}

/** Placeholders are numbered in each case, or in all traffic outside of cases. */
export function sentSecrets(): SentSecrets {
  const known = new Map<string | null, Map<string, string>>();
  return {
    learn: (scope, placeholders, values, form) => {
      // A value that fills the form cannot be distinguished from the text around it.
      if (values.length === 0 || values.includes(form)) return;
      const own = known.get(scope) ?? new Map<string, string>();
      known.set(scope, own);
      const [encoded = ''] = form.split('\n', 1);
      let from = 0;
      for (const [at, value] of values.entries()) {
        const place = encoded.indexOf(value, from);
        if (place >= 0) from = place + value.length;
        own.set(placeholders[at] ?? '', place >= 0 ? percentDecoded(value) : unescaped(value));
      }
    },
    restore: (scope, answer) => {
      const own = known.get(scope);
      if (!own) return answer;
      const isJson = answer.body.content.kind === 'json';
      return rewrittenAnswer(answer, (text) =>
        text.replace(PLACEHOLDERS, (placeholder) => {
          const value = own.get(placeholder);
          if (value === undefined) return placeholder;
          return isJson ? JSON.stringify(value).slice(1, -1) : value;
        }),
      );
    },
  };
}

/** A text from a JSON string, or any other; forms contain the bytes of bodies one by one. */
function unescaped(form: string): string {
  const text = Buffer.from(form, 'latin1').toString('utf8');
  const value = parsedJson(`"${text}"`);
  return typeof value === 'string' ? value : text;
}

/** The placeholders in a text, in order. */
export function placeholdersIn(text: string): readonly string[] {
  return text.match(PLACEHOLDERS) ?? [];
}

/** The parts of a request in which placeholders stand for values of a client. */
export function queryAndBody(request: WireRequest, forms: NormalForms): string {
  const { target } = forms.line(request);
  const mark = target.indexOf('?');
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const body = forms.body(request);
  // Only the first line is URL-encoded.
  return bodyStructure(request)?.kind === 'form' ? `${query} ${body}\n` : `${query}\n${body}`;
}

/** A request of a client, as it is without its secrets, and as it was recorded. */
interface AskedAgain {
  readonly given: WireRequest;
  readonly clean: WireRequest;
  readonly recorded: WireRequest;
}

/**
 * Restores secrets in answers of traffic: those that the client sent where a placeholder was recorded, and those that
 * are known beforehand.
 */
export function secretRestorer(
  forms: NormalForms,
  secrets: readonly Secret[],
): (asked: AskedAgain, answer: Answer) => Answer {
  const sent = sentSecrets();
  const known = new Map(secrets.map(({ name, value }) => [`REDACTED-${name}`, value]));
  return ({ given, clean, recorded }, answer) => {
    const form = queryAndBody(given, forms);
    const values = valuesIn(queryAndBody(clean, forms), form);
    const placeholders = placeholdersIn(queryAndBody(recorded, forms));
    const own = values.map((value) => known.get(value) ?? value);
    // Otherwise the cassette matches by other rules, and the values cannot be assigned.
    if (placeholders.length === values.length) sent.learn(null, placeholders, own, form);
    return sent.restore(null, answer);
  };
}
