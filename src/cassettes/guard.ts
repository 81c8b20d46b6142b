/** Refuses connections that no cassette makes, at the one place that all of them pass. */

import { isIPv6, Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import { isObject, namesLoopback, TouchstoneError } from '../model/index.ts';
import { isSentByCassette } from './sent.ts';

export interface GuardOptions {
  /** Further hosts to which connections may go: `db.example`, or `db.example:5432`. */
  readonly allow?: readonly string[];
  /** Allows connections to this machine; true if absent. */
  readonly loopback?: boolean;
}

interface Guard {
  readonly options: GuardOptions;
  /** Gets the place of a connection that is refused. @returns the error for its client */
  readonly refuse: (place: string) => TouchstoneError;
}

type Connecting = Socket & { connecting: boolean };

const connect = Socket.prototype.connect;
let guard: Guard | undefined;

/**
 * From here on, connections outside a cassette are refused. Another guard takes its place.
 * @returns what ends it
 */
export function guardConnections(options: GuardOptions, refuse: Guard['refuse']): () => void {
  guard = { options, refuse };
  Socket.prototype.connect = guardedConnect as typeof connect;
  return () => {
    guard = undefined;
    Socket.prototype.connect = connect;
  };
}

function guardedConnect(this: Connecting, ...given: Parameters<typeof connect>): Socket {
  const place = isSentByCassette() ? undefined : placeIn(given);
  if (!guard || place === undefined || isAllowed(place, guard.options)) {
    return connect.apply(this, given);
  }
  // As where no server is: the error comes once its client has the socket.
  this.connecting = true;
  setImmediate((error) => this.destroy(error), guard.refuse(place));
  return this;
}

/** Host and port; undefined for a path, which is always on this machine. */
function placeIn([first, second]: readonly unknown[]): string | undefined {
  // `net.connect` hands over a list of what it was given.
  const options = Array.isArray(first) ? first[0] : first;
  if (!isObject(options)) {
    return Number.isNaN(Number(options)) ? undefined : placeOf(second, options);
  }
  return options.path === undefined || options.path === null
    ? placeOf(options.host, options.port)
    : undefined;
}

function placeOf(host: unknown, port: unknown): string {
  const name = typeof host === 'string' && host !== '' ? host : 'localhost';
  return `${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

function isAllowed(place: string, { allow = [], loopback = true }: GuardOptions): boolean {
  const host = place.replace(/:\d*$/, '');
  return (
    (loopback && namesLoopback(`http://${host}`)) || allow.includes(host) || allow.includes(place)
  );
}

/** @param where names the test, if one is running */
export function refusedConnection(place: string, where: string): TouchstoneError {
  const host = place.replace(/:\d*$/, '');
  const hint = `put a cassette in before the request, or allow it: guardNetwork({ allow: ['${host}'] })`;
  const what = `a connection to ${place} was made outside a cassette, ${where}`;
  return new TouchstoneError('network-guarded', `${what}; ${hint}`, hint);
}
