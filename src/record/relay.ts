/**
 * One client's connection and the one to the target behind it. Bytes pass on as they come, and are read
 * along the way: of a request the host is changed, of an answer nothing.
 */

import type { Socket } from 'node:net';
import type { Outcome, TransportFault } from '../model.ts';
import { type AnswerHead, emptyBefore, endOfHead, MOST_HEAD_BYTES } from './framing.ts';
import { openingOf } from './heads.ts';
import { ownAnswer, type Passed } from './passing.ts';
import { type Course, courseOf, type Keeping, protocolOf, turnedAway } from './relay-course.ts';

/** How the sending stage opens sockets to the target and names their errors; it is handed in. */
export interface Link {
  readonly dial: () => Socket;
  readonly faultOf: (error: unknown) => TransportFault;
  /** What it is called that the target closed a connection and had not answered. */
  readonly closed: TransportFault;
}

export interface RelayOptions extends Keeping {
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
  const { host } = new URL(origin);
  /** What has come from the client and has not gone on. */
  let waiting: Buffer = NOTHING;
  let line: Line | undefined;
  let course: Course | undefined;
  /** What comes passes on and is no longer read: nothing of HTTP is to follow, or what follows is none. */
  let blind = false;
  /** The client has sent all that it will. */
  let ended = false;

  const settle = (outcome: Outcome, lost: readonly string[] = []) => {
    const over = course;
    course = undefined;
    if (over) options.passed(over.passed(outcome, lost));
  };

  // ---- from the client ------------------------------------------------------------------------------

  const proceed = () => {
    while (waiting.length > 0) {
      if (blind || course?.asked.state() === 'broken') {
        forward(waiting.length);
      } else if (!course) {
        if (!begin()) return;
      } else if (course.asked.state() === 'open') {
        forward(course.asked.take(waiting));
        finish();
      } else {
        // One exchange at a time: what comes before the answer is through waits for it.
        if (waiting.length > MOST_HELD_BYTES) near.pause();
        return;
      }
    }
    if (ended) line?.socket.end();
  };

  const forward = (length: number) => {
    const own = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    if (line) pass(own, near, line.socket);
  };

  /** Sends the request on that begins here. @returns false if there is none, or none that goes on */
  const begin = (): boolean => {
    waiting = waiting.subarray(emptyBefore(waiting));
    const end = endOfHead(waiting);
    const isLarge = (end < 0 ? waiting.length : end) > MOST_HEAD_BYTES;
    if (end < 0 && !isLarge) {
      if (ended) hangUp();
      return false;
    }
    const text = waiting.toString('latin1', 0, end < 0 ? MOST_HEAD_BYTES : end);
    const opening = isLarge ? TOO_LARGE : openingOf(text, host);
    if (opening.kind === 'unreadable') {
      const message = `the request cannot be passed on: ${opening.why}`;
      options.passed(turnedAway(text, message, options));
      turnAway(isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request', message);
      return false;
    }
    waiting = waiting.subarray(end);
    course = courseOf(opening, options);
    const { method, target } = course.head;
    const { authority } = opening;
    if (authority !== undefined && !isMeant(authority, near, origin)) {
      // A client that takes us for a proxy of the other kind asks another server: its credential is not the target's.
      const message = `this proxy stands for ${origin} alone, and the request is for ${authority}`;
      settle({ kind: 'fault', code: 'unsendable', message });
      turnAway('421 Misdirected Request', message);
      return false;
    }
    if (!target.startsWith('/')) {
      // `OPTIONS *` asks about the server and not about a path, and CONNECT wants another proxy.
      const message = `this proxy does not pass \`${method} ${target}\` on`;
      settle({ kind: 'fault', code: 'unsendable', message });
      turnAway('502 Bad Gateway', message);
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
    if (near.writable) near.write(ownAnswer(status, `touchstone: ${message}\n`));
    hangUp();
  };

  /** Ends the client's connection. What else it sends is not heeded: it would be the rest of a body. */
  const hangUp = () => {
    waiting = NOTHING;
    near.removeAllListeners('data').resume();
    near.end();
  };

  /** Resets the client's connection, once it has what came: an end without that would look like that of a body. */
  const breakUp = () => {
    waiting = NOTHING;
    near.removeAllListeners('data').resume();
    near.write('', () => near.resetAndDestroy());
  };

  // ---- from the target ------------------------------------------------------------------------------

  const connected = (): Line => {
    const made: Line = { socket: link.dial(), requests: 0, failure: undefined };
    const over = () => {
      if (line !== made) return;
      line = undefined;
      // What it has not taken yet, it will not take.
      near.resume();
      made.socket.destroySoon();
      if (course) breakOff(course, made);
      else if (blind || ended) hangUp();
    };
    made.socket.on('data', (piece: Buffer) => {
      // An exchange that is over is kept before its last bytes pass on: what a client has whole is not lost. What
      // is said with no request under way is for the client to make sense of.
      const goOn = course && !blind ? hear(course, piece) : undefined;
      pass(piece, made.socket, near);
      goOn?.();
    });
    made.socket.on('error', (error) => {
      made.failure ??= error;
    });
    made.socket.once('end', over).once('close', over);
    return made;
  };

  /** Reads a piece of an answer. @returns what is to be done once it has passed on */
  const hear = (own: Course, piece: Buffer): (() => void) | undefined => {
    const why = own.hear(piece);
    if (why === undefined) return settled();
    const message = `the answer is no HTTP: ${why}`;
    settle({ kind: 'fault', code: 'malformed', message }, [UNHEARD]);
    return goBlind;
  };

  const finish = () => settled()?.();

  /** Settles an exchange both sides of which are through. @returns how it goes on then */
  const settled = (): (() => void) | undefined => {
    const answer = course?.answer();
    if (!course || !answer || !('head' in answer) || answer.state === 'open') return undefined;
    const { state, head } = answer;
    if (head.status === 101) {
      const to = protocolOf(course);
      const lost = `what was said after the connection was switched to ${to}`;
      settle(course.answered(head, 'complete'), [lost]);
      return goBlind;
    }
    if (state === 'broken') {
      const lost = 'the rest of the body: its chunks cannot be read';
      settle(course.answered(head, 'cut-off'), [lost, UNHEARD]);
      return goBlind;
    }
    if (course.asked.state() === 'open') return undefined;
    const goesOn = head.persistent && course.head.persistent && course.asked.state() === 'whole';
    settleWhole(course, head);
    return goesOn ? next : goBlind;
  };

  const settleWhole = (own: Course, head: AnswerHead) => {
    if (head.odd === undefined) settle(own.answered(head, 'complete'));
    else
      settle({ kind: 'fault', code: 'malformed', message: `the answer is no HTTP: ${head.odd}` });
  };

  const next = () => {
    if (waiting.length === 0) return;
    near.resume();
    proceed();
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
      if (toEnd || answer.state === 'whole') settleWhole(broken, answer.head);
      else settle(broken.answered(answer.head, 'cut-off'), ended ? [WENT_AWAY] : []);
      if (failure === undefined || answer.state === 'whole') hangUp();
      else breakUp();
    } else if (answer.state === 'begun') {
      const message = 'the connection ended within the head of the answer';
      settle({ kind: 'fault', code: 'malformed', message });
      hangUp();
    } else if (ended) {
      settle({ kind: 'fault', code: 'interrupted', message: WENT_AWAY });
      hangUp();
    } else if (broken.isRepeatable() && requests > 1 && isStale(failure, link)) {
      // A reused connection had been closed in the meantime, for which the target is not to blame.
      broken.resend();
      send(broken);
    } else {
      const fault = failure === undefined ? link.closed : link.faultOf(failure);
      settle(fault);
      turnAway('502 Bad Gateway', `${origin} gave no answer: ${fault.message}`);
    }
  };

  /** Our side ends it, or the client's. */
  const end = (why: string) => {
    const answer = course?.answer();
    if (!course || !answer) return;
    if (!('head' in answer)) settle({ kind: 'fault', code: 'interrupted', message: why });
    else if (answer.state === 'whole') settleWhole(course, answer.head);
    else settle(course.answered(answer.head, 'cut-off'), [why]);
  };

  near.on('data', (piece: Buffer) => {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    proceed();
  });
  near.on('end', () => {
    ended = true;
    // It may still wait for answers; the target learns of it as it would without us.
    if (line && waiting.length === 0) line.socket.end();
    else if (!course) hangUp();
  });
  near.on('error', () => {});
  near.once('close', (hadError) => {
    end(WENT_AWAY);
    if (hadError) line?.socket.destroy();
    else line?.socket.destroySoon();
  });
  return {
    close: (why) => {
      end(why);
      near.destroy();
    },
  };
}

const WENT_AWAY = 'the client went away before the answer was whole';
const UNHEARD = 'what was said after it on this connection';
const TOO_LARGE = {
  kind: 'unreadable',
  why: `its head has more than ${MOST_HEAD_BYTES} bytes`,
} as const;

/** Whether a host is the target's, or what a client calls us. */
function isMeant(authority: string, { localPort }: Socket, origin: string): boolean {
  const { host, hostname, port, protocol } = new URL(origin);
  const usual = protocol === 'https:' ? 443 : 80;
  const ours = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${localPort}`);
  return [host, `${hostname}:${port || usual}`, ...ours].includes(authority);
}

/** Passes bytes on no faster than they are taken. */
function pass(piece: Buffer, from: Socket, to: Socket): void {
  if (piece.length === 0 || !to.writable || to.write(piece)) return;
  from.pause();
  // A socket that closes drains no more.
  const goOn = () => {
    to.off('drain', goOn).off('close', goOn);
    from.resume();
  };
  to.on('drain', goOn).on('close', goOn);
}

function isStale(failure: unknown, { faultOf }: Link): boolean {
  return failure === undefined || faultOf(failure).code === 'reset';
}
