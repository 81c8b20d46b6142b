/** Polly's way to `node:http`, and so to axios, got and their like: the connections that agents hand to requests. */

import http, { type ClientRequest } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { isTunnel, noteTaken, onBypass } from './bypassing.ts';
import { currentOf, NO_CASSETTE } from './current.ts';
import { reportLate } from './problems.ts';
import { WireAdapter } from './wire-adapter.ts';

/** Methods of agents that the types of Node leave out. */
interface AgentInternals {
  addRequest(request: ClientRequest, options: AgentOptions): void;
  readonly options?: { readonly timeout?: number };
  createSocket(request: ClientRequest, options: AgentOptions, done: (...made: Made) => void): void;
}

type AgentOptions = { readonly port?: number | string };
type Made = [Error, null] | [null, Socket];
type SocketTaker = (socket: Socket | undefined, error?: Error) => void;

/** Agents of `node:http` and `node:https`, and those that extend them, inherit from it. */
const PROTOTYPE = http.Agent.prototype as unknown as AgentInternals;

const connected = new Set<NodeHttpAdapter>();
/** Node's own method, which finds a connection for a request. */
let before: AgentInternals['addRequest'] | undefined;
let endNoticing = () => {};

function addRequest(this: AgentInternals, request: ClientRequest, options: AgentOptions): void {
  if (isTunnel(request)) {
    before?.call(this, request, options);
    return;
  }
  noteTaken(request);
  const current = currentOf(connected);
  if (typeof current !== 'string') {
    void current.connectRequest(this, request, options);
    return;
  }
  const { method, protocol, host, path } = request;
  if (current === 'late')
    reportLate(method, new URL(path, `${protocol}//${request.getHeader('host') ?? host}`));
  (request.onSocket as SocketTaker)(undefined, new Error(NO_CASSETTE[current]));
}

/** An adapter of Polly.JS for `node:http` and `node:https`. */
export class NodeHttpAdapter extends WireAdapter {
  static readonly type = 'adapter';
  static readonly id = 'node-http';

  override onConnect(): void {
    connected.add(this);
    if (before) return;
    before = PROTOTYPE.addRequest;
    PROTOTYPE.addRequest = addRequest;
    endNoticing = onBypass('http.client.request.start', (request) => {
      const current = currentOf(connected);
      if (typeof current !== 'string') current.noteBypass(request);
    });
  }

  override onDisconnect(): void {
    this.endStreams();
    if (!connected.delete(this) || connected.size > 0 || !before) return;
    endNoticing();
    // Other code may have replaced it meanwhile.
    if (PROTOTYPE.addRequest === addRequest) PROTOTYPE.addRequest = before;
    before = undefined;
  }

  /** Hands a request its own connection. A recorded request goes out by a connection of its agent. */
  async connectRequest(
    agent: AgentInternals,
    request: ClientRequest,
    options: AgentOptions,
  ): Promise<void> {
    const {
      protocol,
      host,
      timeout = agent.options?.timeout,
    } = request as ClientRequest & { readonly timeout?: number };
    const { origin } = new URL(`${protocol}//${isIPv6(host) ? `[${host}]` : host}:${options.port}`);
    const dispatcher = () =>
      new Client(origin, {
        connect: (_, done) =>
          agent.createSocket(request, options, (...made: Made) => {
            // Until undici has it, which expects it later than at once.
            made[1]?.on('error', () => {});
            process.nextTick(() => done(...made));
          }),
        ...{ headersTimeout: 0, bodyTimeout: 0 },
      });
    const release = (client: Dispatcher) => void client.close();
    try {
      const socket = await this.connection(origin, { dispatcher, release });
      // As of a server whose certificate is accepted; where it is not, no answer comes.
      if (protocol === 'https:') Object.assign(socket, { encrypted: true, authorized: true });
      if (timeout !== undefined) socket.setTimeout(timeout);
      socket.once('free', () => socket.destroy());
      request.onSocket(socket);
    } catch (error) {
      (request.onSocket as SocketTaker)(undefined, error as Error);
    }
  }
}
