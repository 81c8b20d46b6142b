/** Connections to origins, used again and again; more than so many are not open to one origin. */

import { type Connection, drop } from './connection.ts';

export interface ConnectionPool {
  /** A free connection to an origin; waits for one while as many as there may be are busy. */
  readonly take: (origin: string) => Promise<Connection>;
  /** A new connection in place of one that broke. */
  readonly replace: (origin: string, broken: Connection) => Connection;
  /** Gives back what was taken. */
  readonly give: (origin: string, connection: Connection) => void;
  /** Ends all connections; those given back later end then. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

/** The connections to one origin. */
interface OriginConnections {
  readonly idle: Connection[];
  readonly busy: Set<Connection>;
  readonly waiting: (() => void)[];
}

/**
 * @param connectTo makes a connection to an origin
 * @param most greatest number of connections to one origin
 */
export function connectionPool(
  connectTo: (origin: string) => Connection,
  most: number,
): ConnectionPool {
  const origins = new Map<string, OriginConnections>();
  let closed = false;

  const connectionsTo = (origin: string): OriginConnections => {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    const created: OriginConnections = { idle: [], busy: new Set(), waiting: [] };
    origins.set(origin, created);
    return created;
  };

  return {
    take: async (origin) => {
      const { idle, busy, waiting } = connectionsTo(origin);
      while (busy.size >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      const connection = idle.pop() ?? connectTo(origin);
      busy.add(connection);
      return connection;
    },
    replace: (origin, broken) => {
      const { busy } = connectionsTo(origin);
      busy.delete(broken);
      const connection = connectTo(origin);
      busy.add(connection);
      return connection;
    },
    give: (origin, connection) => {
      const { idle, busy, waiting } = connectionsTo(origin);
      busy.delete(connection);
      if (closed) drop(connection);
      else if (!connection.client.destroyed) idle.push(connection);
      waiting.shift()?.();
    },
    close: () => {
      closed = true;
      for (const { idle, busy } of origins.values()) {
        for (const connection of [...idle, ...busy]) drop(connection);
        idle.length = 0;
      }
    },
    isClosed: () => closed,
  };
}
