/** A finding as a bash script with its own verdict: 1 while it exists, 0 when it is gone, 2 if unknown. */

import { escapeControls } from '../model/index.ts';
import { AS_TYPED, capturesIn, type Replay, type ReplayStep, variablesOf } from './replay.ts';
import { READER, SHEBANG, withVariables } from './replay-shell.ts';
import { curlLine } from './reproduction.ts';
import { quoted } from './shell.ts';

/** A script that sends the requests of a finding with curl, and captures new ids. */
export function replayScript(replay: Replay): string {
  const { finding, steps, shows, captures } = replay;
  const isCleanup = ({ id, cleansUp }: ReplayStep) => cleansUp && id !== shows;
  const removals = steps.filter(isCleanup);
  return [
    SHEBANG,
    `# ${escapeControls(finding.message)}`,
    `# ${finding.id}`,
    canTell(replay)
      ? '# Exit code: 1 while the finding is there, 0 when it is gone, 2 where that cannot be told.'
      : '# Exit code: 2, as curl cannot judge this clause. reproduce.test.ts does.',
    'set -u',
    ...variablesOf(steps).flatMap((name) => [
      `[ -n "\${${name}-}" ] || { echo 'set the environment variable ${name}' >&2; exit 2; }`,
    ]),
    ...captures.map(({ variable }) => `${variable}=`),
    '',
    ...functionsOf(replay),
    'clean_up() {',
    ...removals.flatMap((step) => removalLines(step, replay)).map((line) => `  ${line}`),
    '  rm -f "$answer"',
    '}',
    'answer=$(mktemp)',
    'trap clean_up EXIT',
    '',
    ...steps.filter((step) => !isCleanup(step)).flatMap((step) => stepLines(step, replay)),
    ...verdictLines(replay),
    '',
  ].join('\n');
}

/** curl's codes for: not resolved, no connection, no TLS, rejected certificate. */
const UNREACHED = '6|7|35|60';

function functionsOf({ limits, reported }: Replay): readonly string[] {
  const [total, pause] = [limits.totalMs, limits.timeoutMs].map((ms) => Math.ceil(ms / 1_000));
  const untold = reported.map(({ pointer, by }) =>
    by === 'false'
      ? ` && [ "$(member ${quoted(pointer)})" != false ]`
      : ` && [[ "$(member ${quoted(pointer)})" != [45]?? ]]`,
  );
  return [
    '# prints the status, keeps the answer',
    `ask() { curl -s -i -o "$answer" -w '%{http_code}' --max-time ${total} --speed-limit 1 --speed-time ${pause} "$@"; }`,
    `member() { node -e ${quoted(READER)} "$1" <"$answer"; }`,
    `carried_out() { [[ $status = 2?? ]]${untold.join('')}; }`,
    'unclear() { echo "cannot tell: $1" >&2; exit 2; }',
  ];
}

/** Bytes of the answer that are printed. */
const LONGEST_SHOWN = 4_000;

function lineOf(step: ReplayStep, { captures, insecure }: Replay): string {
  const line = withVariables(curlLine({ ...step, insecure }), captures);
  // Unchanged bytes: compressed ones are judged as their declared type.
  return line.replace(/(^|\| )curl -i( -k)?( --compressed)?/, '$1ask$2');
}

function removalLines(step: ReplayStep, replay: Replay): readonly string[] {
  // Without an id the route would be another one.
  const taken = capturesIn(step.url, replay.captures);
  const guards = taken.map(({ variable }) => `[ -n "$${variable}" ] && `).join('');
  return [`# ${escapeControls(step.purpose)}`, `${guards}${lineOf(step, replay)} >/dev/null`];
}

function stepLines(step: ReplayStep, replay: Replay): readonly string[] {
  const { id, purpose, needed } = step;
  const { captures, shows, steps } = replay;
  const own = captures.filter((one) => one.step === id);
  const isUsed = (marker: string) =>
    steps.some((other) => !other.cleansUp && usesIn(other).includes(marker));
  return [
    `# ${escapeControls(purpose)}`,
    ': >"$answer"',
    `status=$(${lineOf(step, replay)})`,
    'failed=$?',
    ...own.map(({ variable, pointer }) => `${variable}=$(member ${quoted(pointer)})`),
    ...(id === shows
      ? [
          `head -c ${LONGEST_SHOWN} "$answer"; echo`,
          ...finalLines(step, replay),
          ...testOf(replay, step),
        ]
      : []),
    ...(needed && id !== shows
      ? [
          `carried_out || unclear ${quoted(`step ${id} (${purpose})`)}" was answered with HTTP $status"`,
        ]
      : []),
    ...own
      .filter(({ marker }) => id !== shows && isUsed(marker))
      .map(
        ({ variable, pointer }) =>
          `[ -n "$${variable}" ] || unclear ${quoted(`the answer to step ${id} has no ${pointer}`)}`,
      ),
    '',
  ];
}

function usesIn({ url, request }: ReplayStep): string {
  return `${url} ${Buffer.from(request.body ?? []).toString()}`;
}

/** Why the answer to judge proves nothing. */
function finalLines({ credential }: ReplayStep, replay: Replay): readonly string[] {
  const { expectation } = replay;
  const isJudged = canTell(replay) && wantedStatus(replay) !== '401';
  const isOwn = credential.kind === 'secret' && credential.template === undefined;
  return [
    `case $failed in ${UNREACHED}) unclear "there is no connection (curl exit $failed)" ;; esac`,
    ...(expectation.kind === 'answered'
      ? []
      : ['[ "$failed" = 0 ] || unclear "no whole answer (curl exit $failed)"']),
    ...(isOwn && isJudged
      ? ['[ "$status" != 401 ] || unclear "the credential is not accepted (HTTP 401)"']
      : []),
  ];
}

const TYPED = [
  'const zlib = require("zlib");',
  `const asTyped = ${AS_TYPED};`,
  'let bytes = require("fs").readFileSync(0); let head = "";',
  'while (bytes.subarray(0, 5).toString() === "HTTP/") {',
  'const end = bytes.indexOf("\\r\\n\\r\\n"); head = bytes.subarray(0, end).toString("latin1"); bytes = bytes.subarray(end + 4); }',
  'const of = (name) => head.match(new RegExp("^" + name + ":(.*)$", "im"))?.[1] ?? "";',
  'process.exit(asTyped(of("content-type"), of("content-encoding"), bytes, process.argv[1] !== "GET 200") ? 0 : 1);',
].join(' ');

/** The status that a finding wants, and nothing else: curl can judge that of any clause. */
function wantedStatus({ finding }: Replay): string | undefined {
  return finding.pointer === 'status' ? /^HTTP (\d{3})$/.exec(finding.expected)?.[1] : undefined;
}

function canTell(replay: Replay): boolean {
  return replay.expectation.kind !== 'clause' || wantedStatus(replay) !== undefined;
}

/** The deciding condition for the answer to the finding's step. */
function testOf(replay: Replay, { request }: ReplayStep): readonly string[] {
  const { expectation, reported } = replay;
  switch (expectation.kind) {
    case 'no-server-error': {
      const places = reported
        .filter(({ by }) => by === 'status')
        .map(({ pointer }) => ` "$(member ${quoted(pointer)})"`);
      return [
        'there=no',
        `for code in "$status"${places.join('')}; do`,
        '  case $code in 501 | 503 | 505 | 511) ;; 5??) there=yes ;; esac',
        'done',
      ];
    }
    case 'answered':
      return ['[ "$failed" = 0 ] && there=no || there=yes'];
    case 'as-typed':
      return [
        'there=no',
        `case $status in 204 | 205 | 206 | 304) ;; *) node -e ${quoted(TYPED)} "${request.method} $status" <"$answer" || there=yes ;; esac`,
      ];
    case 'unlike': {
      const value = quoted(String(expectation.value));
      return [`[ "$(member ${quoted(expectation.pointer)})" = ${value} ] && there=yes || there=no`];
    }
    case 'refused':
      return ['carried_out && there=yes || there=no'];
    case 'clause': {
      const status = wantedStatus(replay);
      return status === undefined ? [] : [`[ "$status" != ${status} ] && there=yes || there=no`];
    }
  }
}

function verdictLines(replay: Replay): readonly string[] {
  const { finding } = replay;
  if (!canTell(replay)) {
    return [
      `unclear ${quoted(`curl cannot judge this clause (reproduce.test.ts does); compare the answer with: ${escapeControls(finding.message)}`)}`,
    ];
  }
  return [
    'if [ "$there" = yes ]; then echo "the finding is there"; exit 1; fi',
    'echo "the finding is gone"',
  ];
}
