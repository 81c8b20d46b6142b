/** The files of a finding have no key of the target, wherever it is sent. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { credentialOf, type KeyScheme, schemeOf, type Target } from '../model/index.ts';
import { writeFinding } from '../report/index.ts';
import { redactorFor } from '../secrets/index.ts';
import { replayOf } from './replays.ts';
import { BASE, campaignOn, contract, json, targetAt } from './site.fixture.ts';

/** With letters that an address has in another form. */
const KEY = 'Zk3+9x/Qw7Lm2Rt8';
const folder = mkdtempSync(join(tmpdir(), 'touchstone-replays-'));
afterAll(() => rmSync(folder, { recursive: true }));

function targetWith(scheme: KeyScheme): Target {
  const target = targetAt(BASE);
  const { content } = target.endpoints;
  if (content === undefined) throw new Error('the target has no such API');
  const { value, secrets } = credentialOf(schemeOf(scheme), { token: KEY });
  const own = { authorization: value, secrets, credentialFrom: { scheme, variable: 'SITE_KEY' } };
  return { ...target, endpoints: { content: { ...content, ...own } } };
}

function filesIn(out: string): readonly string[] {
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
}

it.each<[KeyScheme, string, string]>([
  ['header:X-Key', '"x-key: $SITE_KEY"', '"template": "{credential}", "variable": "SITE_KEY"'],
  [
    'query:appid',
    'appid=\'"$(node -p',
    '"after": "&appid=", "template": "{credential}", "variable": "SITE_KEY"',
  ],
  [
    'cookie:sid',
    '"cookie: sid=$SITE_KEY"',
    '"template": "sid={credential}", "variable": "SITE_KEY"',
  ],
])('%s stands in a variable', async (scheme, inScript, inTest) => {
  const target = targetWith(scheme);
  const { shown } = await campaignOn(() => json({}, 500), { target, bounds: { runs: 3 } });
  const [one] = shown;
  const replay = one && replayOf(one, contract, target);
  if (replay === undefined) throw new Error('nothing was found');
  const plain = join(folder, scheme, 'plain');
  writeFinding(plain, replay, (text) => text);
  const [script = '', test = ''] = filesIn(plain);
  expect(script).toContain(inScript);
  expect(script).toContain("'set the environment variable SITE_KEY'");
  expect(test.replace(/\s+/g, ' ')).toContain(inTest);
  for (const form of [KEY, encodeURIComponent(KEY)]) expect(script + test).not.toContain(form);
  // Nothing else in the files looks like a secret.
  const clean = join(folder, scheme, 'clean');
  writeFinding(clean, replay, redactorFor(target));
  expect(filesIn(clean)).toEqual(filesIn(plain));
});

it('a secret in any other place of the files is taken out', async () => {
  const target = targetWith('query:appid');
  const { shown } = await campaignOn(() => json({}, 500), { target, bounds: { runs: 3 } });
  const [one] = shown;
  const replay = one && replayOf(one, contract, target);
  if (replay === undefined) throw new Error('nothing was found');
  const finding = { ...replay.finding, message: `${KEY} was sent` };
  writeFinding(join(folder, 'belt'), { ...replay, finding }, redactorFor(target));
  expect(filesIn(join(folder, 'belt')).join('')).not.toContain(KEY);
});
