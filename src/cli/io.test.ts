import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { stopOnClosedPipe } from './io.ts';

function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('stopOnClosedPipe', () => {
  it('interrupts the work, however often the stream complains', () => {
    const stream = new EventEmitter();
    const stop = new AbortController();
    stopOnClosedPipe(stream, stop);
    stream.emit('error', errorOf('EPIPE'));
    stream.emit('error', errorOf('ERR_STREAM_DESTROYED'));
    expect(stop.signal.aborted).toBe(true);
  });

  it('hides no other error', () => {
    const stream = new EventEmitter();
    stopOnClosedPipe(stream, new AbortController());
    expect(() => stream.emit('error', errorOf('ENOSPC'))).toThrow('ENOSPC');
  });
});
