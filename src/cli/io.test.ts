import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { stopOnLostOutput } from './io.ts';

function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('stopOnLostOutput', () => {
  it('interrupts the work, however often the stream complains', () => {
    const stream = new EventEmitter();
    const stop = new AbortController();
    const lost: Error[] = [];
    stopOnLostOutput(stream, stop, (error) => lost.push(error));
    stream.emit('error', errorOf('EPIPE'));
    stream.emit('error', errorOf('ERR_STREAM_DESTROYED'));
    expect({ aborted: stop.signal.aborted, lost }).toEqual({ aborted: true, lost: [] });
  });

  it('hides no other error', () => {
    const stream = new EventEmitter();
    const stop = new AbortController();
    const lost: Error[] = [];
    stopOnLostOutput(stream, stop, (error) => lost.push(error));
    stream.emit('error', errorOf('ENOSPC'));
    expect({ aborted: stop.signal.aborted, lost }).toMatchObject({
      ...{ aborted: true, lost: [{ code: 'ENOSPC' }] },
    });
  });
});
