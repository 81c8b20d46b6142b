/** A finding as a test file for vitest that stands alone: it fails as long as the fault is there. */

import type { Expectation, Replay, ReplayStep, Telling } from './replay.ts';
import type { ShownCredential } from './reproduction.ts';
import { textOf } from './shell.ts';

export function replayTest({
  finding,
  steps,
  captures,
  shows,
  expectation,
  insecure,
}: Replay): string {
  const whole = expectation.kind === 'clause';
  return `// ${oneLine(finding.message)}
// ${finding.id}
${whole ? NEEDS : ''}import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { expect, it } from 'vitest';

const steps = ${literal(steps.map(stepOf))};

/** Values of earlier answers that later requests need. */
const captures = ${literal(captures)};

it(${literal(oneLine(finding.states))}, async () => {
  const answers = new Map();
  for (const step of steps) if (isDue(step, answers)) answers.set(step.id, await send(step, answers));
  const answer = answers.get(${literal(shows)});
${ASSERTIONS[expectation.kind](expectation)}
}, ${timeoutOf(expectation, steps.length)});

/** There is nothing to remove where nothing was created. */
function isDue({ cleansUp, url }, answers) {
  const missing = captures.some(
    (one) => url.includes(one.marker) && at(answers.get(one.step)?.json, one.pointer) === undefined,
  );
  return !(cleansUp && missing);
}

async function send(step, answers) {
  const fill = (text) =>
    captures.reduce((rest, one) => {
      const from = answers.get(one.step);
      return from === undefined ? rest : rest.replaceAll(one.marker, String(at(from.json, one.pointer)));
    }, text);
  const url = fill(step.url);
  const [, scheme, host, path] = /^(https?):\\/\\/([^/?]+)(.*)$/s.exec(url);
  const { hostname, port } = new URL(\`\${scheme}://\${host}/\`);
  const body = step.text === undefined ? Buffer.from(step.base64 ?? '', 'base64') : Buffer.from(fill(step.text));
  const headers = [...step.headers.map(([name, value]) => [name, fill(environment(value))]), ['host', host]];
  if (step.body) headers.push(['content-length', String(body.length)]);
  const send = scheme === 'https' ? overHttps : overHttp;
  return new Promise((resolve) => {
    const sent = send(
      { hostname: hostname.replace(/^\\[|\\]$/g, ''), port, path: path || '/', method: step.method, headers: headers.flat(), maxHeaderSize: 2 ** 20${insecure ? ', rejectUnauthorized: false' : ''} },
      (answer) => {
        const pieces = [];
        answer.on('data', (piece) => pieces.push(piece));
        const end = () => {
          const bytes = Buffer.concat(pieces);
          resolve({
            status: answer.statusCode,
            headers: answer.headersDistinct,
            whole: answer.complete,
            bytes,
            json: parsed(bytes),
            sent: body,
          });
        };
        answer.on('end', end);
        answer.on('error', end);
      },
    );
    sent.on('error', (error) => resolve({ status: 0, whole: false, bytes: Buffer.alloc(0), error }));
    sent.end(body);
  });
}

/** Credentials come from the environment; \`Basic\` ones as user and password. */
function environment(value) {
  return value.replace(/\\{\\{([A-Z_]+)(?::([A-Z_]+))?\\}\\}/g, (_, name, password) => {
    if (process.env[name] === undefined) throw new Error(\`set the environment variable \${name}\`);
    if (password === undefined) return process.env[name];
    return Buffer.from(\`\${process.env[name]}:\${process.env[password]}\`).toString('base64');
  });
}

function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function at(value, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((inside, token) => inside?.[token.replaceAll('~1', '/').replaceAll('~0', '~')], value);
}
`;
}

const NEEDS = `// The answer is judged by the clause: run this where \`touchstone\` and \`vitest\` are installed, such as below a
// clone of Touchstone after \`npm ci\`.
import { loadContract, validateExchange } from 'touchstone';
`;

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

const ASSERTIONS: { readonly [K in Expectation['kind']]: (expected: Expectation) => string } = {
  'no-server-error': (expected) => {
    const told = expected.kind === 'no-server-error' ? expected.told : [];
    const places = told.filter(({ by }) => by === 'status').map(placeOf);
    return `  expect(answer.error).toBeUndefined();
  const statuses = [${['answer.status', ...places].join(', ')}];
  expect(statuses.some((one) => one >= 500 && ![501, 503, 505, 511].includes(one))).toBe(false);`;
  },
  answered: () => `  expect(answer.error).toBeUndefined();
  expect(answer.whole).toBe(true);`,
  json: () => '  expect(answer.json).toBeDefined();',
  refused: (expected) => {
    const told = expected.kind === 'refused' ? expected.told.map(tells) : [];
    const unless = told.length === 0 ? '' : ` && !(${told.join(' || ')})`;
    return `  const carriedOut = answer.status >= 200 && answer.status < 300${unless};
  expect(carriedOut).toBe(false);`;
  },
  clause: (expected) =>
    expected.kind !== 'clause'
      ? ''
      : `  const { violations } = validateExchange(loadContract(), {
    operation: ${literal(expected.operation)},
    request: { body: answer.sent },
    response: { status: answer.status, headers: answer.headers, body: answer.bytes },
  }, { strict: true });
  expect(violations.filter(({ clause }) => clause === ${literal(expected.clause)})).toEqual([]);`,
};

function tells(telling: Telling): string {
  return `${placeOf(telling)} ${telling.by === 'false' ? '=== false' : '>= 400'}`;
}

function placeOf({ pointer }: Telling): string {
  return `at(answer.json, ${literal(pointer)})`;
}

function timeoutOf(expectation: Expectation, count: number): number {
  return expectation.kind === 'answered' ? expectation.withinMs : 30_000 * count;
}

function stepOf({ id, request, url, credential, cleansUp }: ReplayStep) {
  const text = request.body === undefined ? undefined : textOf(request.body);
  const body = request.body !== undefined;
  return {
    id,
    cleansUp,
    method: request.method,
    url,
    headers: request.headers.flatMap(([name, value]) => {
      if (name.toLowerCase() !== 'authorization') return [[name, value]];
      const shown = credentialValue(credential);
      return shown === undefined ? [] : [[name, shown]];
    }),
    body,
    ...(body && text !== undefined && { text }),
    ...(body &&
      text === undefined && { base64: Buffer.from(request.body ?? []).toString('base64') }),
  };
}

function credentialValue(credential: ShownCredential): string | undefined {
  switch (credential.kind) {
    case 'none':
      return undefined;
    case 'literal':
      return credential.value;
    case 'secret': {
      const { scheme, variable, password, template = `${scheme} {credential}` } = credential;
      const value = password === undefined ? `{{${variable}}}` : `{{${variable}:${password}}}`;
      return template.replaceAll('{credential}', () => value);
    }
  }
}
