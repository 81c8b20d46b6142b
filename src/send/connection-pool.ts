/** A pool of reusable connections, with a maximum for each origin. */

import { type Connection, drop } from './connection.ts';

export interface ConnectionPool {
  /** A free connection to an origin; waits if all are busy. */
  readonly take: (origin: string) => Promise<Connection>;
  /** A new connection that replaces a broken one. */
  readonly replace: (origin: string, broken: Connection) => Connection;
  readonly give: (origin: string, connection: Connection) => void;
  /** Ends all connections; those in use end when they are returned. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

interface OriginConnections {
  readonly idle: Connection[];
  readonly busy: Set<Connection>;
  readonly waiting: (() => void)[];
}

/**
 * @param connectTo creates a connection to an origin
 * @param most maximum number of connections to one origin
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
