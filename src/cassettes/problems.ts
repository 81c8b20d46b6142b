/** Problems that the end of a cassette reports. */

import { writeLines } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { inWords, isFailure, isWarning } from '../traffic/index.ts';
import { bypassed } from './bypassing.ts';
import type { CassetteOptions, UnusedPolicy } from './options.ts';
import type { CassettePersister } from './persister.ts';
import type { Polly, PollyRequest } from './polly-types.ts';
import { exchangeOf } from './wire.ts';
import type { WireAdapter } from './wire-adapter.ts';

/** Greatest number of problems that are listed. */
const MOST_SHOWN = 10;

/** Collects problems while a cassette is in; `end` throws them, and prints warnings. */
export function problemsOf(
  polly: Polly,
  { violations = 'fail', target }: Pick<CassetteOptions, 'violations' | 'target'>,
) {
  const ofTarget = typeof target === 'string' ? ` --target ${target}` : '';
  let clause = '';
  const warned: string[] = [];
  const unrecorded: TouchstoneError[] = [];
  const broken: string[] = [];
  const persister = polly.persister as CassettePersister;
  const adapters = [...polly.adapters.values()] as readonly WireAdapter[];
  polly.server
    .any()
    .on('error', (_request, error) => {
      if (error instanceof TouchstoneError) unrecorded.push(error);
    })
    .on('response', (request) => {
      // Answers of an intercept are not the target's.
      if (violations === 'off' || !isOnCassette(request)) return;
      const exchange = exchangeOf(request);
      const verdict = persister.documents.judge(exchange);
      const isWarned = isWarning(verdict);
      if (!isFailure(verdict) && !isWarned) return;
      const asked = `${request.method} ${exchange.request.target}`;
      const list = isWarned ? warned : broken;
      if (list === broken && verdict.kind === 'judged') {
        clause ||= ` ${verdict.judgement.violations[0]?.clause ?? ''}`;
      }
      list.push([asked, ...inWords(verdict).map((line) => `  ${line}`)].join('\n'));
    });
  return {
    end: (folder: string) => {
      const shown = (texts: readonly string[]) =>
        firstOf([...new Set(texts)].map((each) => persister.clean(each)));
      if (warned.length > 0) {
        const lines = [`${folder}: the document warns about`, ...shown(warned), OF_WARNINGS];
        writeLines(process.stderr, lines.join('\n'));
      }
      if (persister.expired.length > 0) {
        const lines = [`${folder}: ${OF_EXPIRED}`, ...shown(persister.expired), OF_RENEWING];
        writeLines(process.stderr, lines.join('\n'));
      }
      const lost = persister.lostSecrets.lines();
      if (lost.length > 0) {
        const lines = [`${folder}: ${LOST_SECRETS}`, ...shown(lost), OF_LOST_SECRETS];
        writeLines(process.stderr, lines.join('\n'));
      }
      const [first] = unrecorded;
      if (first) throw first;
      const [past] = adapters.flatMap(({ bypassing }) => bypassing);
      if (past) throw bypassed({ ...past, url: persister.clean(past.url) });
      if (broken.length === 0) return;
      const count = broken.length === 1 ? 'an exchange breaks' : `${broken.length} exchanges break`;
      const hint = `npx touchstone explain${clause}${ofTarget} shows what a clause demands; if the target is right by now, TOUCHSTONE_RECORD=all records it anew`;
      // In the message, because vitest does not show the hint of an error that ends a test.
      const text = [`${folder}: ${count} the document`, ...shown(broken), hint].join('\n');
      if (violations === 'fail') throw new TouchstoneError('document-broken', text, hint);
      writeLines(process.stderr, text);
    },
  };
}

const OF_WARNINGS =
  "`violations: 'off'` hides this; with `strict: true`, violations by the server fail";
const OF_EXPIRED = 'answered from exchanges that are too old';
const OF_RENEWING = 'TOUCHSTONE_RECORD=all records the cassette anew';
const LOST_SECRETS = 'secrets in answers are replaced, and a replay gives the client placeholders';
const OF_LOST_SECRETS =
  "a value that a test needs and that is no secret is kept so: keep: { members: ['/place'] }";

/** @throws TouchstoneError 'cassette-mismatch' */
export function reportUnrequested(
  requests: readonly string[],
  folder: string,
  policy: UnusedPolicy,
): void {
  if (requests.length === 0 || policy === 'ignore') return;
  const count =
    requests.length === 1
      ? 'a recorded exchange was'
      : `${requests.length} recorded exchanges were`;
  const hint = "TOUCHSTONE_RECORD=all records the cassette anew; `unused: 'ignore'` allows it";
  const text = [`${folder}: ${count} not requested`, ...firstOf(requests), hint].join('\n');
  if (policy === 'fail') throw new TouchstoneError('cassette-mismatch', text, hint);
  writeLines(process.stderr, text);
}

/** Says that the recording of a test that failed was not kept. */
export function reportKeptEarlier(folder: string): void {
  writeLines(
    process.stderr,
    `${folder}: the test failed while recording, so the earlier cassette stays`,
  );
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length > MOST_SHOWN ? [`and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN), ...more];
}

function isOnCassette({ action }: PollyRequest): boolean {
  return action === 'record' || action === 'replay';
}

/** Reports a request that a test sends after its end: the error that its client gets may be seen nowhere. */
export function reportLate(method: string, { host, pathname }: URL): void {
  writeLines(
    process.stderr,
    `${method} ${host}${pathname} was sent by a test that had ended, and is on no cassette; await it in its test`,
  );
}
