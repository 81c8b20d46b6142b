import { resolve } from 'node:path';
import { writeLine } from '../io/index.ts';
import { namesLoopback } from '../model/index.ts';
import { tlsOf } from '../profiles/index.ts';
import type { WatchOptions } from '../traffic/index.ts';
import type { Io } from './io.ts';

interface ListenerOptions {
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/**
 * The address of the recorder, and its TLS. Warns if other machines can reach it.
 * @throws what reading the files of a certificate throws
 */
export function listenerOf(
  { host, allowHost, tlsCert, tlsKey }: ListenerOptions,
  io: Pick<Io, 'cwd' | 'stderr'>,
): Pick<WatchOptions, 'host' | 'allowedHosts' | 'certificate'> {
  const inFolder = (path: string) => resolve(io.cwd, path);
  const { cert, key } =
    tlsCert && tlsKey ? tlsOf({ cert: inFolder(tlsCert), key: inFolder(tlsKey) }) : {};
  if (host !== undefined && !namesLoopback(`http://${host.includes(':') ? `[${host}]` : host}`)) {
    const warning = `warning: listening on ${host}: whoever reaches this machine there can send requests to the target through it`;
    writeLine(io.stderr, warning);
  }
  return {
    ...(host !== undefined && { host }),
    ...(allowHost && { allowedHosts: allowHost }),
    ...(cert && key && { certificate: { cert, key } }),
  };
}
