/** Collects an answer to `node:http`; one that does not end is handed over as it comes. */

import type { ClientRequest, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { bodyOf, MOST_BODY_BYTES } from '../content.ts';
import { isEventStream } from '../fields.ts';
import type { Answer } from '../model.ts';
import { teeOf } from '../tee.ts';
import { MOST_COLLECTED_BYTES, MOST_COLLECTED_MS } from './collecting.ts';
import { pairsIn } from './wire.ts';

/** An answer that its client has, and of which more is to come. */
export interface OpenAnswer {
  /** What the client reads. */
  readonly body: PassThrough;
  readonly response: IncomingMessage;
  /** Ends it with what has come. */
  readonly stop: () => void;
}

/** So many bytes may wait to be read. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/**
 * @param handOver is told of an answer that is not waited for any longer
 * @param unread how many bytes of it its client has not read; what is between here and there takes all at once
 */
export function collectFrom(
  request: ClientRequest,
  handOver: (open: OpenAnswer) => void,
  unread: () => number,
): Promise<{ readonly answer: Answer; readonly response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    request.once('error', reject).once('timeout', reject);
    request.once('response', (response) => {
      const kept = teeOf(MOST_COLLECTED_BYTES);
      let body: PassThrough | undefined;
      let size = 0;
      const settle = (how: Answer['body']['completeness']) => {
        clearTimeout(late);
        const completeness = kept.overflown() ? 'too-large' : how;
        resolve({ answer: answerFrom(response, kept.bytes(), completeness), response });
      };
      const begin = () => {
        clearTimeout(late);
        body = new PassThrough();
        body.write(kept.bytes());
        const stop = () => {
          settle('timed-out');
          request.destroy();
        };
        handOver({ body, response, stop });
      };
      const takeMore = () => {
        if (unread() > MOST_UNREAD_BYTES && !request.destroyed) setTimeout(takeMore, 10).unref();
        else response.resume();
      };
      const late = setTimeout(begin, MOST_COLLECTED_MS);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (!body && size > MOST_COLLECTED_BYTES) begin();
        kept.add(chunk);
        body?.write(chunk);
        if (unread() <= MOST_UNREAD_BYTES) return;
        response.pause();
        takeMore();
      });
      response.once('end', () => settle('complete'));
      response.once('error', (error) => (body ? settle('cut-off') : reject(error)));
      if (isEventStream(pairsIn(response.rawHeaders))) begin();
    });
  });
}

function answerFrom(
  response: IncomingMessage,
  bytes: Uint8Array,
  completeness: Answer['body']['completeness'],
): Answer {
  const { statusCode: status = 0, statusMessage: reason = '' } = response;
  const headers = pairsIn(response.rawHeaders);
  const body = bodyOf(bytes, headers, completeness, MOST_BODY_BYTES);
  return { kind: 'answer', status, reason, headers, body };
}
