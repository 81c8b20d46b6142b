// A small client for `scripts/hostile.js`: a few requests to the address in its environment, each given a second.

import { connect } from 'node:net';

const { TOUCHSTONE_CONTENT: content = '', TOUCHSTONE_INTEGRATION: integration = '' } = process.env;

/** As much of an answer as a client would put up with. */
const MOST_BYTES = 8 * 1024 * 1024;

for (let round = 0; round < 3; round += 1) {
  await ask(content, '/index.php?rest_route=/cms/v2/posts');
  await ask(content, '/index.php?rest_route=/cms/v2/pages');
  await ask(integration, '/api/get/all/timezones');
}

function ask(base, path) {
  const { hostname, port, pathname, host } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), 1000);
    let size = 0;
    socket.on('data', (piece) => {
      size += piece.length;
      if (size > MOST_BYTES) socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.write(
      `GET ${pathname.replace(/\/$/, '')}${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
  });
}
