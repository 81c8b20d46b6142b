/** Header fields of requests and answers, with names in any case. */

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * The value of the first field of a name.
 * @param wanted - In lower case
 */
export function fieldOf(headers: Fields, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns true if an answer is an endless stream. */
export function isEventStream(headers: Fields): boolean {
  return /^text\/event-stream\b/i.test(fieldOf(headers, 'content-type') ?? '');
}
