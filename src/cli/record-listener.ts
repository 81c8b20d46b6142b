import { resolve } from 'node:path';
import { writeLine } from '../io/index.ts';
import { namesLoopback, TouchstoneError } from '../model/index.ts';
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
 * @throws TouchstoneError 'usage' for half a certificate, and what reading its files throws
 */
export function listenerOf(
  { host, allowHost, tlsCert, tlsKey }: ListenerOptions,
  io: Pick<Io, 'cwd' | 'stderr'>,
): Pick<WatchOptions, 'host' | 'allowedHosts' | 'certificate'> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new TouchstoneError(
      'usage',
      `${tlsCert === undefined ? '--tls-key' : '--tls-cert'} is given without the other`,
      'give both --tls-cert and --tls-key, as PEM files',
    );
  }
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
