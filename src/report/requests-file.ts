/** A file of generated, unsent requests for other tools. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { refuseSpecial, unwritable } from '../io/index.ts';
import { type FuzzCase, fieldOf, TouchstoneError, type WireRequest } from '../model/index.ts';
import type { ReplayStep } from './replay.ts';
import { textOf } from './shell.ts';

/** One position of the stream, encoded. */
export interface PlannedFuzzCase {
  readonly fuzzCase: FuzzCase;
  readonly steps: readonly ReplayStep[];
}

interface Format {
  readonly head: (creator: { readonly name: string; readonly version: string }) => string;
  readonly each: (planned: PlannedFuzzCase, first: boolean) => string;
  readonly tail: string;
}

const FORMATS: { readonly [extension: string]: Format } = {
  '.ndjson': {
    head: () => '',
    each: (planned) => `${JSON.stringify(plainly(planned))}\n`,
    tail: '',
  },
  '.har': {
    head: (creator) => `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`,
    each: (planned, first) =>
      planned.steps
        .map((step, at) => `${first && at === 0 ? '' : ','}\n${JSON.stringify(harEntry(step))}`)
        .join(''),
    tail: '\n]}}\n',
  },
};

interface RequestsFile {
  readonly add: (planned: PlannedFuzzCase) => void;
  readonly close: () => void;
}

/**
 * Opens a file for generated requests; its extension says the format: `.har` (HAR 1.2, answers empty)
 * or `.ndjson`. Credentials are placeholders or environment variables.
 * @throws TouchstoneError 'usage' for another extension, 'output-unwritable'
 */
export function openRequestsFile(
  path: string,
  creator: { readonly name: string; readonly version: string },
): RequestsFile {
  const format = FORMATS[extname(path)];
  if (format === undefined) {
    throw new TouchstoneError(
      'usage',
      `the extension of "${path}" names no format`,
      `give a file ending in ${Object.keys(FORMATS).join(', ')}`,
    );
  }
  const guarded = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  const file = guarded(() => {
    refuseSpecial(path);
    return openSync(path, 'w', 0o644);
  });
  guarded(() => writeSync(file, format.head(creator)));
  let first = true;
  return {
    add: (planned) => {
      const text = format.each(planned, first);
      first = false;
      guarded(() => writeSync(file, text));
    },
    close: () => {
      guarded(() => writeSync(file, format.tail));
      closeSync(file);
    },
  };
}

function plainly({ fuzzCase, steps }: PlannedFuzzCase) {
  return {
    index: fuzzCase.index,
    id: fuzzCase.case.id,
    marks: fuzzCase.marks,
    requests: steps.map(({ id, url, request }) => ({
      step: id,
      role: fuzzCase.case.steps.find((step) => step.id === id)?.role,
      method: request.method,
      url,
      headers: request.headers,
      ...bodyOf(request),
    })),
  };
}

function bodyOf({ body }: WireRequest) {
  if (body === undefined) return {};
  const text = textOf(body);
  return text === undefined ? { base64: Buffer.from(body).toString('base64') } : { body: text };
}

function harEntry({ id, url, request }: ReplayStep) {
  const pairs = (all: Iterable<readonly [string, string]>) =>
    Array.from(all, ([name, value]) => ({ name, value }));
  const type = fieldOf(request.headers, 'content-type') ?? '';
  const text = request.body === undefined ? undefined : (textOf(request.body) ?? '');
  return {
    startedDateTime: new Date(0).toISOString(),
    time: 0,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: pairs(queryOf(url)),
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...(text !== undefined && { postData: { mimeType: type, text } }),
    },
    response: {
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: id,
  };
}

function queryOf(url: string): Iterable<readonly [string, string]> {
  return new URLSearchParams(url.split('?').slice(1).join('?'));
}
