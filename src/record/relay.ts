/**
 * One client's connection and the one to the target behind it. Bytes pass on as they come, and are read
 * along the way: of a request the host is changed, of an answer nothing.
 */

import type { Socket } from 'node:net';
import type { Outcome, TransportFault } from '../model.ts';
import { emptyBefore, endOfHead, MOST_HEAD_BYTES, readRequestHead } from './framing.ts';
import { ownAnswer, type Passed } from './passing.ts';
import { type Course, courseOf, type Keeping, protocolOf } from './relay-course.ts';

/** How the sending stage opens sockets to the target and names their errors; it is handed in. */
export interface Link {
  readonly dial: () => Socket;
  readonly faultOf: (error: unknown) => TransportFault;
  /** What it is called that the target closed a connection and had not answered. */
  readonly closed: TransportFault;
}

export interface RelayOptions extends Omit<Keeping, 'host'> {
  /** Of the target: `https://staging.example`. */
  readonly origin: string;
  readonly link: Link;
  /** Gets every exchange once it is over, whatever became of it. */
  readonly passed: (exchange: Passed) => void;
}

export interface Relay {
  /** Ends what is under way, with a reason, and both connections. */
  readonly close: (why: string) => void;
}

/** A connection to the target. */
interface Line {
  readonly socket: Socket;
  /** Requests that were written to it. */
  requests: number;
  failure: unknown;
}

/** So much of what a client sends ahead of an answer is held until that is through. */
const MOST_HELD_BYTES = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

export function relay(near: Socket, options: RelayOptions): Relay {
  const { origin, link } = options;
  const keeping = { ...options, host: new URL(origin).host };
  /** What has come from the client and has not gone on. */
  let waiting: Buffer = NOTHING;
  let line: Line | undefined;
  let course: Course | undefined;
  /** What comes passes on and is no longer read: it is another protocol, or no HTTP. */
  let blind = false;

  const settle = (outcome: Outcome, lost: readonly string[] = []) => {
    const over = course;
    course = undefined;
    if (over) options.passed(over.passed(outcome, lost));
  };

  const proceed = () => {
    while (waiting.length > 0 && !blind) {
      if (!course) {
        if (!begin()) return;
      } else if (course.asked.state() === 'open') {
        const own = waiting.subarray(0, course.asked.take(waiting));
        waiting = waiting.subarray(own.length);
        if (line) pass(own, near, line.socket);
        if (course.asked.state() === 'broken') goBlind();
        else finish();
      } else {
        // One exchange at a time: what comes before the answer is through waits for it.
        if (waiting.length > MOST_HELD_BYTES) near.pause();
        return;
      }
    }
    if (blind && line) {
      pass(waiting, near, line.socket);
      waiting = NOTHING;
    }
  };

  /** Sends the request on that begins here. @returns false if there is none, or none that goes on */
  const begin = (): boolean => {
    waiting = waiting.subarray(emptyBefore(waiting));
    const end = endOfHead(waiting);
    if (Math.max(end, end < 0 ? waiting.length : 0) > MOST_HEAD_BYTES) {
      turnAway('431 Request Header Fields Too Large', 'the head of the request is too large');
      return false;
    }
    if (end < 0) return false;
    const text = waiting.toString('latin1', 0, end);
    waiting = waiting.subarray(end);
    const head = readRequestHead(text);
    if (head.kind === 'unreadable') {
      turnAway('400 Bad Request', `the request cannot be read: ${head.why}`);
      return false;
    }
    course = courseOf(text, head, keeping);
    const { method, target } = course.head;
    if (!target.startsWith('/')) {
      // `OPTIONS *` asks about the server and not about a path, and CONNECT wants another proxy.
      const message = `this proxy does not pass \`${method} ${target}\` on`;
      turnAway('502 Bad Gateway', message);
      settle({ kind: 'fault', code: 'unsendable', message });
      return false;
    }
    send(course);
    return true;
  };

  const send = ({ text }: Course) => {
    line ??= connected();
    line.requests += 1;
    line.socket.write(text, 'latin1');
  };

  /** Tells the client why it gets no answer of the target's. */
  const turnAway = (status: string, message: string) => {
    waiting = NOTHING;
    // What else it sends is not heeded.
    near.removeAllListeners('data').resume();
    near.end(ownAnswer(status, `touchstone: ${message}\n`));
  };

  const connected = (): Line => {
    const made: Line = { socket: link.dial(), requests: 0, failure: undefined };
    made.socket.on('data', (piece: Buffer) => {
      // What is said with no request under way is for the client to make sense of.
      pass(piece, made.socket, near);
      if (!course || blind) return;
      const why = course.hear(piece);
      if (why === undefined) {
        finish();
        return;
      }
      settle({ kind: 'fault', code: 'malformed', message: `the answer is no HTTP: ${why}` });
      goBlind();
    });
    made.socket.on('error', (error) => {
      made.failure ??= error;
    });
    made.socket.once('close', () => {
      if (line !== made) return;
      line = undefined;
      if (course) breakOff(course, made);
      else if (blind) near.end();
    });
    return made;
  };

  /** Goes on with the next request once both sides of this one are through. */
  const finish = () => {
    const answer = course?.answer();
    if (!course || !answer || !('head' in answer) || answer.state === 'open') return;
    const { state, head } = answer;
    if (head.status === 101) {
      const to = protocolOf(course);
      const lost = `what was said after the connection was switched to ${to}`;
      settle(course.answered(head, 'complete'), [lost]);
      goBlind();
    } else if (state === 'broken') {
      settle(course.answered(head, 'cut-off'), ['the rest of the body: its chunks cannot be read']);
      goBlind();
    } else if (!head.persistent) {
      // A target that closes does not wait for the rest of the request.
      settle(course.answered(head, 'complete'));
      near.end();
    } else if (course.asked.state() !== 'open') {
      settle(course.answered(head, 'complete'));
      if (waiting.length === 0) return;
      near.resume();
      proceed();
    }
  };

  const goBlind = () => {
    blind = true;
    near.resume();
    proceed();
  };

  /** The connection to the target ended before the answer was through. */
  const breakOff = (broken: Course, { failure, requests }: Line) => {
    const answer = broken.answer();
    if ('head' in answer) {
      // Without an error, the end of the connection may be the end of the body.
      const toEnd = answer.head.extent.kind === 'to-end' && failure === undefined;
      const whole = toEnd || answer.state === 'whole';
      settle(broken.answered(answer.head, whole ? 'complete' : 'cut-off'));
      near.end();
    } else if (answer.state === 'begun') {
      const message = 'the connection ended within the head of the answer';
      settle({ kind: 'fault', code: 'malformed', message });
      near.end();
    } else if (broken.isRepeatable() && requests > 1 && isStale(failure, link)) {
      // A reused connection had been closed in the meantime, for which the target is not to blame.
      broken.resend();
      send(broken);
    } else {
      const fault = failure === undefined ? link.closed : link.faultOf(failure);
      turnAway('502 Bad Gateway', `${origin} gave no answer: ${fault.message}`);
      settle(fault);
    }
  };

  /** Our side ends it, or the client's. */
  const end = (why: string) => {
    const answer = course?.answer();
    if (!course || !answer) return;
    if (!('head' in answer)) settle({ kind: 'fault', code: 'interrupted', message: why });
    else if (answer.state === 'whole') settle(course.answered(answer.head, 'complete'));
    else settle(course.answered(answer.head, 'cut-off'), [why]);
  };

  near.on('data', (piece: Buffer) => {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    proceed();
  });
  near.on('error', () => {});
  near.once('close', () => {
    end('the client went away before the answer was whole');
    line?.socket.destroy();
  });
  return {
    close: (why) => {
      end(why);
      near.destroy();
    },
  };
}

/** Passes bytes on no faster than they are taken. */
function pass(piece: Buffer, from: Socket, to: Socket): void {
  if (piece.length === 0 || !to.writable || to.write(piece)) return;
  from.pause();
  to.once('drain', () => from.resume());
}

function isStale(failure: unknown, { faultOf }: Link): boolean {
  return failure === undefined || faultOf(failure).code === 'reset';
}
