// What can stand in front of a site, and what a run has to say of it. Each demand is a sentence if it is not met.

/** Requests a second, and those that may come at once. */
export const LIMIT = { rate: 8, burst: 20 };

/** A run behind a wall asks a few things and ends. */
const FEW_REQUESTS = 20;

const SIGN_IN_PAGE =
  "<!doctype html><title>Log in</title><form><input type='password' name='p'></form>";

/** Demands that the plug-in makes of every request to the API. */
export const LOGIN_FOR_ALL = `<?php
add_filter('rest_authentication_errors', function ($found) {
    if ($found || is_user_logged_in()) {
        return $found;
    }
    return new WP_Error('rest_not_logged_in', 'You are not currently logged in.', ['status' => 401]);
});
`;

/**
 * In reading order. `compared`: with a run of the same cases without anything in front. `runs`: names of runs with
 * options of their own; each is handed to `wrong` by its name.
 */
export const VARIANTS = [
  {
    name: 'limit',
    what: `limit_req of ${LIMIT.rate} requests/s, burst ${LIMIT.burst}: HTTP 503 without Retry-After`,
    nginx: {
      http: `limit_req_zone $server_port zone=all:1m rate=${LIMIT.rate}r/s;`,
      location: `limit_req zone=all burst=${LIMIT.burst} nodelay;`,
    },
    only: ['content/pages/list'],
    compared: true,
    wrong: ({ behind, plain }) => [
      ...unexpected(behind),
      ...missing(behind, plain),
      ...demand(saidBy(behind, /--rate \d+ avoids refusals/), 'no rate is advised'),
      ...demand(
        behind.seconds <= (3 * plain.report.requests) / LIMIT.rate,
        `it took ${behind.seconds} s for ${plain.report.requests} requests, more than three times the time of the limit`,
      ),
    ],
  },
  {
    name: 'cache',
    what: 'a cache that ignores writes',
    nginx: {
      http: 'proxy_cache_path DIR/cache keys_zone=all:1m;',
      location: `proxy_cache all; proxy_cache_valid 200 10m; proxy_cache_key $request_uri$http_authorization;
      proxy_ignore_headers Cache-Control Expires Set-Cookie Vary; add_header X-Cache $upstream_cache_status;`,
    },
    only: ['content/pages/delete'],
    writes: true,
    wrong: ({ behind }) => [
      ...demand(behind.code === 1, `exit code ${behind.code}, where stale answers are failures`),
      ...demand(
        failuresIn(behind).some(({ message }) => message.includes('(X-Cache: HIT)')),
        'no failure names the cache that gave the answer',
      ),
    ],
  },
  {
    name: 'login-wall',
    what: 'a sign-in page with status 200 for everything',
    nginx: { location: `default_type text/html; return 200 "${SIGN_IN_PAGE}";` },
    only: [],
    wrong: ({ behind }) => walled(behind, /HTTP 200 and a sign-in page \("Log in"\)/),
  },
  {
    name: 'refused-methods',
    what: 'HTTP 403 to PUT, PATCH and DELETE',
    nginx: { location: 'limit_except GET POST { deny all; }' },
    only: ['content/pages/update/put', 'content/pages/delete'],
    writes: true,
    wrong: ({ behind }) => [
      ...unexpected(behind),
      ...demand(
        [...(behind.report?.problems ?? []), ...(behind.report?.notes ?? [])].some((line) =>
          /HTTP 403/.test(line),
        ),
        'no problem names the methods that are refused, or what is left behind for it',
      ),
    ],
  },
  {
    name: 'login-required',
    what: 'a plug-in that demands a login for all routes',
    plugin: LOGIN_FOR_ALL,
    nginx: {},
    only: ['content/pages/get'],
    runs: { behind: {}, nobody: { login: 'nobody' } },
    wrong: ({ behind, nobody }) => [
      ...unexpected(behind),
      ...demand(behind.code === 0, `exit code ${behind.code} with a login`),
      ...walled(nobody, /wants a login for all routes/),
    ],
  },
  {
    name: 'tls',
    what: 'TLS with a certificate of its own',
    nginx: { tls: true },
    only: ['content/pages/get'],
    runs: { behind: { trusted: true }, untrusted: {} },
    wrong: ({ behind, untrusted }) => [
      ...unexpected(behind),
      ...demand(behind.code === 0, `exit code ${behind.code} with \`tls.ca\``),
      ...demand(untrusted.code === 2, `exit code ${untrusted.code} without \`tls.ca\``),
      ...demand(saidBy(untrusted, /`tls: \{ ca: FILE \}`/), 'no word about `tls: { ca: FILE }`'),
    ],
  },
];

function walled(run, says) {
  return [
    ...demand(run.code === 2, `exit code ${run.code} at a wall`),
    ...demand(run.log.length <= FEW_REQUESTS, `${run.log.length} requests to a wall`),
    ...demand(saidBy(run, says), 'the wall is not named'),
  ];
}

/** Failures, and clauses that end in errors. */
function unexpected({ report, code }) {
  if (report === undefined) return [`no report, and exit code ${code}`];
  return report.clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, verdict, findings: [first], reasons: [reason] }) =>
      [verdict, id, first?.message ?? reason ?? ''].join(' '),
    );
}

function failuresIn({ report }) {
  const failing = report?.clauses.filter(({ verdict }) => verdict === 'fail') ?? [];
  return failing.flatMap(({ findings }) => findings);
}

const JUDGED = new Set(['pass', 'warn', 'observed']);

/** Clauses that only the run without anything in front judged. */
function missing({ report }, plain) {
  const judged = (one) => one.clauses.filter(({ verdict }) => JUDGED.has(verdict));
  const own = new Set(judged(report ?? { clauses: [] }).map(({ id }) => id));
  const lost = judged(plain.report).filter(({ id }) => !own.has(id));
  return lost.map(({ id }) => `${id} is not judged`);
}

/** Returns true if the end of a run says it on the screen. */
function saidBy({ printed }, says) {
  return says.test(printed);
}

function demand(isMet, sentence) {
  return isMet ? [] : [sentence];
}
