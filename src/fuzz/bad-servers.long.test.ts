import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { liveTransport } from '../send/live.ts';
import type { CampaignOptions } from './campaign.ts';
import { campaignOver, targetAt } from './site.fixture.ts';

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that does something with each request, or with what it takes for one. */
async function serverThat(answers: (socket: Socket, count: number) => void, port = 0) {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', () => {
      count += 1;
      answers(socket, count);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push({ server, sockets });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, server, sockets };
}

const PLAIN = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]';

async function campaignAt(url: string, options: Partial<CampaignOptions> = {}) {
  const target = { ...targetAt(url), concurrency: 4 };
  const transport = liveTransport({ limits: target.limits, tls: target.tls, connections: 6 });
  try {
    const { report } = await campaignOver(transport, url, {
      target,
      modes: ['valid'],
      bounds: { runs: 40 },
      ...options,
    });
    return report;
  } finally {
    await transport.close();
  }
}

describe('a campaign against a server', () => {
  it('that hangs says so, and ends', async () => {
    const { url } = await serverThat(() => {});
    const report = await campaignAt(url, { bounds: {} });
    expect(report.problems.join()).toMatch(/gave no answer \d+ times in a row/);
    expect(report.findings.map(({ clause }) => clause)).toEqual(['robust/answers-in-time']);
    expect(report.exitCode).toBe(1);
  });

  it('that drips a body says that it stops', async () => {
    const { url } = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    const report = await campaignAt(url, { graceMs: 10_000, bounds: { runs: 20 } });
    expect(report.findings.map(({ clause }) => clause)).toEqual(['robust/answers-in-time']);
  });

  it('that resets every connection', async () => {
    const { url } = await serverThat((socket) => socket.resetAndDestroy());
    const report = await campaignAt(url);
    expect(report.findings.map(({ clause }) => clause)).toEqual(['robust/keeps-connection']);
    expect(report.findings[0]?.again).toEqual({ times: 4, of: 4 });
  });

  it('that closes before its answer is whole', async () => {
    const { url } = await serverThat((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[]'),
    );
    const report = await campaignAt(url);
    expect(report.findings.map(({ clause }) => clause)).toEqual(['robust/keeps-connection']);
  });

  it('that answers garbage', async () => {
    const { url } = await serverThat((socket) => socket.end('\u0000\u0001 garbage\r\n\r\n'));
    const report = await campaignAt(url);
    expect(report.findings.map(({ clause }) => clause)).toEqual(['robust/speaks-http']);
  });

  it('that answers a gigabyte reads no more than its limit', async () => {
    const piece = Buffer.alloc(65_536, 'a');
    const { url } = await serverThat((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${1024 ** 3}\r\n\r\n`);
      const more = () => {
        while (!socket.destroyed && socket.write(piece)) {}
      };
      socket.on('drain', more);
      more();
    });
    const report = await campaignAt(url);
    expect(report.notes.join()).toMatch(/[\d,]+ answers?: larger than the limit of the profile/);
    expect(report.findings).toEqual([]);
  });

  it('that redirects in circles follows none of it', async () => {
    const { url } = await serverThat((socket) =>
      socket.write('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    );
    const report = await campaignAt(url, { modes: ['valid'], bounds: { runs: 60 } });
    expect(report.requests).toBe(60);
    expect(report.findings).toEqual([]);
    expect(report.classes.every(({ statuses }) => Object.keys(statuses).join() === '302')).toBe(
      true,
    );
  });

  it('that dies and comes back goes on, and tells of it', async () => {
    const first = await serverThat((socket, count) => {
      if (count < 40) {
        socket.write(PLAIN);
        return;
      }
      for (const one of first.sockets) one.destroy();
      first.server.close();
      setTimeout(() => {
        serverThat((later) => later.write(PLAIN), first.port);
      }, 300);
    });
    const report = await campaignAt(first.url, { bounds: { runs: 200 }, absenceLimitMs: 5_000 });
    expect(report.requests).toBeGreaterThanOrEqual(200);
    expect(report.notes.join()).toMatch(/could not be reached for [\d.]+ s, and came back/);
    expect(report.problems).toEqual([]);
  });

  it('that dies for good gives it up', async () => {
    const { url, server, sockets } = await serverThat((socket, count) => {
      if (count < 20) {
        socket.write(PLAIN);
        return;
      }
      for (const one of sockets) one.destroy();
      server.close();
    });
    const report = await campaignAt(url, { bounds: {}, absenceLimitMs: 300 });
    expect(report.problems.join()).toMatch(/was given up on after \d+ requests/);
    expect(report.exitCode).toBe(2);
  });
});
