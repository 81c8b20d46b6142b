/** A finding as a self-contained test file for vitest: it fails as long as the fault is there. */

import { escapeControls, isCredentialField, schemeOf, timerDelay } from '../model/index.ts';
import { expressionOf } from './repeated.ts';
import { AS_TYPED, type RefusalSign, type Replay, type ReplayStep } from './replay.ts';
import { type RedactedCredential, withoutOwnKey } from './reproduction.ts';
import { textOf } from './shell.ts';

export function replayTest(replay: Replay): string {
  const { finding, steps, captures, shows, expectation, insecure, limits } = replay;
  // Reading the contract takes a while too.
  const timeout = timerDelay(60_000 + steps.length * limits.totalMs);
  return `// ${escapeControls(finding.message)}
// ${finding.id}
${expectation.kind === 'clause' ? NEEDS : ''}import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
${expectation.kind === 'as-typed' ? "import zlib from 'node:zlib';\n" : ''}import { expect, it } from 'vitest';

const steps = ${literal(steps.map((step) => stepOf(step, shows)))};

const expected = ${literal(escapeControls(finding.expected))};

/** Values of earlier answers that later requests need. */
const captures = ${literal(captures)};

const limits = ${literal({ pauseMs: timerDelay(limits.timeoutMs), totalMs: timerDelay(limits.totalMs) })};

it(${literal(escapeControls(finding.states))}, async () => {
  const answers = new Map();
  const isShown = ({ id, cleansUp }) => !cleansUp || id === ${literal(shows)};
  try {
    for (const step of steps.filter(isShown)) {
      const answer = await send(step, answers);
      answers.set(step.id, answer);
      if (step.needed && !carriedOut(answer)) cannotTell(\`step \${step.id} was answered with HTTP \${answer.status}\`);
    }
    const answer = answers.get(${literal(shows)});
    if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(answer.error?.code)) cannotTell(answer.error.message);
${assertionsOf(replay)}
  } finally {
    for (const step of steps) if (!isShown(step) && isDue(step, answers)) await send(step, answers);
  }
}, ${timeout});

${outcomesText(replay)}
${sendingText(insecure)}
${VALUES}`;
}

/** The functions of the file that say what an answer means. */
function outcomesText({ reported }: Replay): string {
  return `/** Fails with the expectation of the finding, and the answer. */
function differs(answer, actual = answer.error?.message ?? \`HTTP \${answer.status}\`) {
  const body = answer.bytes.toString('utf8').slice(0, 500);
  expect.fail(\`expected \${expected}, got \${actual}\${body === '' ? '' : \`: \${body}\`}\`);
}

function cannotTell(why) {
  throw new Error(\`cannot tell: \${why}\`);
}

/** A success whose body does not report an error. */
function carriedOut(answer) {
  return answer.status >= 200 && answer.status < 300${reported.map((one) => ` && !(${tells(one)})`).join('')};
}

/** There is nothing to remove where nothing was created. */
function isDue({ url }, answers) {
  return captures.every(
    (one) => !url.includes(one.marker) || at(answers.get(one.step)?.json, one.pointer) !== undefined,
  );
}
`;
}

/** The function of the file that sends a request, byte by byte as it was. */
function sendingText(insecure: boolean): string {
  return `async function send(step, answers) {
  const fill = (text) =>
    captures.reduce((rest, one) => {
      if (!rest.includes(one.marker)) return rest;
      const value = at(answers.get(one.step)?.json, one.pointer);
      if (value === undefined) cannotTell(\`the answer to step \${one.step} has no \${one.pointer}\`);
      return rest.replaceAll(one.marker, String(value));
    }, text);
  const key = step.key && \`\${step.key.after}\${encodeURIComponent(secret(step.key))}\`;
  const url = fill(step.url) + (key ?? '');
  const [, scheme, host, path] = /^(https?):\\/\\/([^/?]+)(.*)$/s.exec(url);
  const { hostname, port } = new URL(\`\${scheme}://\${host}/\`);
  const body = step.text === undefined ? Buffer.from(step.base64 ?? '', 'base64') : Buffer.from(fill(step.text));
  const headers = [...step.headers.map(([name, value]) => [name, typeof value === 'string' ? fill(value) : secret(value)]), ['host', host]];
  if (step.body) headers.push(['content-length', String(body.length)]);
  const send = scheme === 'https' ? overHttps : overHttp;
  const request = { method: step.method, target: path || '/', headers, body };
  return new Promise((resolve) => {
    const failed = (error) => resolve({ status: 0, whole: false, bytes: Buffer.alloc(0), request, url, error });
    const sent = send(
      { hostname: hostname.replace(/^\\[|\\]$/g, ''), port, path: request.target, method: step.method, headers: headers.flat(), maxHeaderSize: 2 ** 20, timeout: limits.pauseMs, signal: AbortSignal.timeout(limits.totalMs)${insecure ? ', rejectUnauthorized: false' : ''} },
      (answer) => {
        const pieces = [];
        answer.on('data', (piece) => pieces.push(piece));
        answer.on('error', failed);
        answer.on('end', () => {
          const bytes = Buffer.concat(pieces);
          resolve({ status: answer.statusCode, headers: answer.headersDistinct, whole: answer.complete, bytes, json: parsed(bytes), request, url });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', failed);
    sent.end(body);
  });
}
`;
}

/** The functions of the file that read secrets, bodies and places in them. */
const VALUES = `/** Secrets come from the environment, some as user and password. */
function secret({ written, template, variable, password, encoding }) {
  const valueOf = (name) => {
    if (!process.env[name]) throw new Error(\`set the environment variable \${name}\`);
    return process.env[name];
  };
  if (written !== undefined) return written.replace(/\\$\\{(\\w+)\\}/g, (_, name) => valueOf(name));
  const parts = [variable, password].flatMap((name) => (name === undefined ? [] : [valueOf(name)])).join(':');
  const value = encoding === undefined ? parts : Buffer.from(parts).toString(encoding);
  return template.replaceAll('{credential}', () => value);
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

const NEEDS = `// The answer is judged by the clause: run this where \`touchstone\` and \`vitest\` are installed, such as below a
// clone of Touchstone after \`npm ci\`.
import { judgeAnswers, loadContract } from 'touchstone';
`;

const literal = expressionOf;

/** The assertion, in the words of vitest. */
function assertionsOf({ expectation, steps, shows, reported }: Replay): string {
  const own = steps.find(({ id }) => id === shows);
  const isOwn = own?.credential.kind === 'secret' && own.credential.template === undefined;
  const admitted = isOwn
    ? "\n    if (answer.status === 401) cannotTell('the credential is not accepted');"
    : '';
  const whole = `    if (answer.error) differs(answer);${admitted}`;
  switch (expectation.kind) {
    case 'no-server-error': {
      const places = reported.filter(({ by }) => by === 'status').map(placeOf);
      return `${whole}
    const statuses = [${['answer.status', ...places].join(', ')}];
    const broken = statuses.find((one) => one >= 500 && ![501, 503, 505, 511].includes(one));
    if (broken !== undefined) differs(answer, \`the status \${broken}\`);`;
    }
    case 'answered':
      return `${whole}
    if (!answer.whole) differs(answer, 'a body that is cut');`;
    case 'as-typed':
      return `${whole}
    const asTyped = ${AS_TYPED};
    const of = (name) => answer.headers[name]?.[0] ?? '';
    const partless = ${literal(own?.request.method === 'HEAD')} || [204, 205, 206, 304].includes(answer.status);
    const mayBeEmpty = ${literal(own?.request.method !== 'GET')} || answer.status !== 200;
    if (!partless && !asTyped(of('content-type'), of('content-encoding'), answer.bytes, mayBeEmpty)) differs(answer, \`a body that is no \${of('content-type')}\`);`;
    case 'unlike':
      return `${whole}
    if (at(answer.json, ${literal(expectation.pointer)}) === ${literal(expectation.value)}) differs(answer);`;
    case 'refused':
      return `${whole}
    if (carriedOut(answer)) differs(answer);`;
    case 'clause': {
      const { kind: _, ...rest } = expectation;
      return `    if (answer.error) differs(answer);
    const given = [...answers].map(([step, { request, url, status, headers, bytes }]) => ({ step, request, url, response: { status, headers, body: bytes } }));
    const findings = judgeAnswers(loadContract(), ${literal(rest)}, given);
    const violated = findings.find(({ kind }) => kind === 'violated');
    if (violated) differs(answer, \`\${violated.where.pointer || 'the answer'}: \${violated.actual}\`);
    if (!findings.some(({ kind }) => kind === 'holds')) cannotTell(\`HTTP \${answer.status} says nothing of the clause\`);`;
    }
  }
}

function tells(sign: RefusalSign): string {
  return `${placeOf(sign)} ${sign.by === 'false' ? '=== false' : '>= 400'}`;
}

function placeOf({ pointer }: RefusalSign): string {
  return `at(answer.json, ${literal(pointer)})`;
}

function stepOf(step: ReplayStep, shows: string) {
  const { id, request, credential, extra = [], cleansUp, needed } = step;
  const { url, key } = withoutOwnKey(step.url, credential);
  const text = request.body === undefined ? undefined : textOf(request.body);
  const body = request.body !== undefined;
  return {
    id,
    ...(needed && id !== shows && { needed }),
    ...(cleansUp && { cleansUp }),
    method: request.method,
    url,
    ...(key && credential.kind === 'secret' && { key: { ...key, variable: credential.variable } }),
    headers: [
      ...request.headers.flatMap(([name, value]) => {
        const own = credential.kind === 'secret' ? credential.scheme : undefined;
        if (!isCredentialField(name, own)) return [[name, value]];
        const shown = credentialValue(credential);
        return shown === undefined ? [] : [[name, shown]];
      }),
      ...extra.map(({ name, written }) => [name, { written }]),
    ],
    body,
    ...(body && text !== undefined && { text }),
    ...(body &&
      text === undefined && { base64: Buffer.from(request.body ?? []).toString('base64') }),
  };
}

/** A header value as it is, or where it comes from. */
function credentialValue(credential: RedactedCredential) {
  switch (credential.kind) {
    case 'none':
      return undefined;
    case 'literal':
      return credential.value;
    case 'secret': {
      const { scheme, variable, password } = credential;
      const { template, encoding } = { ...schemeOf(scheme), ...credential };
      return {
        ...{ template, variable },
        ...(password !== undefined && { password }),
        ...(encoding !== 'none' && { encoding }),
      };
    }
  }
}
