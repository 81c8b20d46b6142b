// Servers of node:http that do nothing but answer, each for a process of its own.
import { createServer } from 'node:http';

export const ZONES_PATH = '/api/get/all/timezones';
export const HEADERS = { accept: 'application/json', authorization: 'Bearer bench-token-0000-xyz' };

const zones = Array.from({ length: 12 }, (_, at) => {
  const letter = String.fromCharCode(65 + at);
  return { label: `${letter} Time (Europe/${letter}-Town)`, value: `Europe/${letter}-Town` };
});

/** An answer of about 1 KB. */
export const ZONES = JSON.stringify({
  additional_data: {},
  data: { timezones: zones },
  error_code: '',
  message: 'ok',
  status: 200,
  success: true,
});

async function listening(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { ready: `http://127.0.0.1:${server.address().port}` };
}

function answer(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Lists zones. Under `/varying`, no answer is like another. */
export function zonesServer() {
  let count = 1_000_000;
  return listening((request, response) => {
    if (!request.url.startsWith('/varying')) return answer(response, 200, ZONES);
    count += 1;
    answer(response, 200, ZONES.replace('"ok"', `"ok ${count}"`));
  });
}

/** Lists nothing, creates anything, removes anything. */
export function postsServer() {
  const answers = {
    GET: [200, '[]'],
    POST: [201, '{"id":4711,"title":{"raw":"a","rendered":"a"},"status":"draft"}'],
    DELETE: [200, '{"deleted":true}'],
  };
  return listening((request, response) => {
    request.resume();
    request.on('end', () => answer(response, ...(answers[request.method] ?? [405, '{}'])));
  });
}
