/** The far side of a proxy: connections to the target, one exchange at a time on each. */

import type { Socket } from 'node:net';
import type { Client } from 'undici';
import type { Completeness, TransportFault } from '../model.ts';
import type { Head } from './passing.ts';

/** A connection as the sending stage makes it: an undici client that has one socket at a time. */
export interface Line {
  readonly client: Client;
  wire: { readonly socket: Socket; requests: number; failure: Error | undefined } | undefined;
}

/** How connections are made and their errors named; the sending stage knows, and is handed in. */
export interface Link {
  readonly connectTo: (origin: string) => Line;
  readonly drop: (line: Line) => void;
  readonly faultOf: (error: unknown) => TransportFault;
  readonly saysCutOff: (error: unknown) => boolean;
}

export interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Whether it may be sent once more where a reused connection turns out to be closed. */
  readonly repeatable: boolean;
}

export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** What is told of one exchange; `end` or `fault` comes last, and once. */
export interface Listener {
  readonly interim: (status: number, reason: string, headers: Head['headers']) => void;
  readonly start: (head: Head) => void;
  readonly data: (piece: Uint8Array, flow: Flow) => void;
  readonly resending: () => void;
  readonly end: (ended: Completeness) => void;
  readonly fault: (error: unknown) => void;
}

export interface Upstream {
  readonly send: (request: Outgoing, listener: Listener) => { readonly abort: () => void };
  readonly close: () => void;
}

export function upstream(origin: string, link: Link): Upstream {
  const idle: Line[] = [];
  const busy = new Set<Line>();
  let closed = false;
  const give = (line: Line) => {
    busy.delete(line);
    if (closed) link.drop(line);
    else if (!line.client.destroyed) idle.push(line);
  };

  const attempt = (
    line: Line,
    request: Outgoing,
    listener: Listener,
    aborted: () => boolean,
    again: () => void,
    begin: (abort: () => void) => void,
  ) => {
    busy.add(line);
    let head: Head | undefined;
    let reused = false;
    let before = 0;
    line.client.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: request.headers,
        // undici reads any iterable; its types name Node's streams alone.
        body: request.body as unknown as null,
      },
      {
        onRequestStart(controller) {
          begin(() => controller.abort(new Error('the client went away')));
          const { wire } = line;
          if (wire === undefined) return;
          reused = wire.requests > 0;
          before = wire.socket.bytesRead;
          wire.requests += 1;
        },
        onResponseStart(controller, status, headers, message) {
          const fields = fieldsOf(controller.rawHeaders ?? headers);
          if (status < 200) {
            listener.interim(status, message ?? '', fields);
            return;
          }
          head = { status, reason: message ?? '', headers: fields };
          listener.start(head);
        },
        onResponseData(controller, piece) {
          listener.data(piece, controller);
        },
        onResponseEnd() {
          // Where the end of the connection is the end of the body, a reset looks like the end too.
          const ended = line.wire?.failure === undefined ? 'complete' : 'cut-off';
          give(line);
          listener.end(ended);
        },
        onResponseError(_controller, error) {
          link.drop(line);
          busy.delete(line);
          if (head !== undefined) {
            // These may announce a length, but have no body; undici misses it all the same.
            const whole = head.status === 304 || head.status === 204;
            listener.end(whole ? 'complete' : 'cut-off');
            return;
          }
          const silent = reused && line.wire?.socket.bytesRead === before;
          if (silent && request.repeatable && !aborted() && !closed && link.saysCutOff(error))
            again();
          else listener.fault(error);
        },
      },
    );
  };

  return {
    send: (request, listener) => {
      let gone = false;
      let end = () => {};
      const begin = (abort: () => void) => {
        end = abort;
        if (gone) abort();
      };
      const again = () => {
        listener.resending();
        // Other idle connections may be as stale as this one was.
        attempt(
          link.connectTo(origin),
          request,
          listener,
          () => gone,
          () => {},
          begin,
        );
      };
      const line = idle.pop() ?? link.connectTo(origin);
      try {
        attempt(line, request, listener, () => gone, again, begin);
      } catch (error) {
        give(line);
        listener.fault(error);
      }
      return {
        abort: () => {
          gone = true;
          end();
        },
      };
    },
    close: () => {
      closed = true;
      for (const line of [...idle, ...busy]) link.drop(line);
      idle.length = 0;
    },
  };
}

type RawFields =
  | readonly (Buffer | string)[]
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Header fields as they came. Bytes are read as Latin-1, which loses none of them. */
function fieldsOf(raw: RawFields): Head['headers'] {
  if (!isList(raw)) {
    return Object.entries(raw).flatMap(([name, value]) =>
      (typeof value === 'object' ? value : [value ?? '']).map((each) => [name, each] as const),
    );
  }
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2)
    fields.push([latin1(raw[at]), latin1(raw[at + 1])]);
  return fields;
}

function isList(raw: RawFields): raw is readonly (Buffer | string)[] {
  return Array.isArray(raw);
}

function latin1(bytes: Buffer | string | undefined): string {
  return bytes === undefined ? '' : bytes.toString('latin1');
}
