// The command line of real-site: one run, several, or the matrix.
import { parseArgs } from 'node:util';
import { VARIANTS } from './variants.js';

export const USAGE = `usage: npm run real-site -- [options]

Sets up a WordPress site on 127.0.0.1, checks it read-only and with writes, and compares what it holds before and after.

--wordpress DIR_OR_TAR   an unpacked WordPress, or a tar file of one (TOUCHSTONE_WORDPRESS; Debian's package)
--as LOGIN               admin (the default), editor, author, contributor, subscriber, nobody or wrong-password;
                         several are possible
--permalinks KIND        plain (the default) or pretty, where the route is part of the path
--concurrency N          cases at once (8); --workers N: requests that the site takes at once (8)
--seed N                 seed of the generated cases (1); several are possible
--read-only              no run with writes
--fuzz SECONDS           a campaign as well; its findings are reported and do not count
--only PREFIX            clauses, cases or operations whose id begins so; several are possible
--matrix                 admin, author, nobody and wrong-password, plain and pretty, one and eight at once; a table
--variant NAME           what stands in front of the site: limit (limit_req of nginx), cache, login-wall, refused-methods,
                         login-required or tls; several are possible, and all. Needs nginx; prints a line for each
--out DIR                where reports, snapshots and logs go
--keep                   the site runs on

Exit codes: 0 nothing failed but what is expected (scripts/real-site/expected.yaml), and nothing was left behind;
1 otherwise; 2 no site could be set up.`;

/** Settings of each login for a site. */
export const LOGINS = {
  admin: (site) => ({ user: site.SITE_USER, password: site.SITE_PASSWORD }),
  editor: (site) => ({ user: site.SITE_EDITOR, password: site.SITE_EDITOR_PASSWORD }),
  author: (site) => ({ user: site.SITE_AUTHOR, password: site.SITE_AUTHOR_PASSWORD }),
  contributor: (site) => ({
    user: site.SITE_CONTRIBUTOR,
    password: site.SITE_CONTRIBUTOR_PASSWORD,
  }),
  subscriber: (site) => ({ user: site.SITE_SUBSCRIBER, password: site.SITE_SUBSCRIBER_PASSWORD }),
  nobody: () => ({}),
  'wrong-password': (site) => ({ user: site.SITE_USER, password: 'not the password of anybody' }),
};

const NAMES = VARIANTS.map(({ name }) => name);

const OF_MATRIX = ['admin', 'author', 'nobody', 'wrong-password'];

const SHAPE = {
  wordpress: { type: 'string' },
  as: { type: 'string', multiple: true },
  permalinks: { type: 'string' },
  concurrency: { type: 'string', default: '8' },
  workers: { type: 'string', default: '8' },
  seed: { type: 'string', multiple: true, default: ['1'] },
  only: { type: 'string', multiple: true, default: [] },
  fuzz: { type: 'string' },
  variant: { type: 'string', multiple: true, default: [] },
  out: { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  matrix: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

/** @returns the options and the runs they mean, or what is wrong with them as `problem` */
export function optionsIn(args) {
  let values;
  try {
    ({ values } = parseArgs({ args, options: SHAPE }));
  } catch (error) {
    return { problem: error.message };
  }
  const logins = values.as ?? (values.matrix ? OF_MATRIX : ['admin']);
  const kinds = values.permalinks
    ? [values.permalinks]
    : values.matrix
      ? ['plain', 'pretty']
      : ['plain'];
  const numbers = [values.concurrency, values.workers, values.fuzz ?? '1', ...values.seed];
  const problem =
    unknown('--as', logins, Object.keys(LOGINS)) ??
    unknown('--variant', values.variant, [...NAMES, 'all']) ??
    unknown('--permalinks', kinds, ['plain', 'pretty']) ??
    numbers.filter((one) => !/^\d{1,10}$/.test(one)).map((one) => `"${one}" is no number`)[0];
  if (problem !== undefined) return { problem };
  const modes = [
    'read-only',
    ...(values['read-only'] ? [] : ['writes']),
    ...(values.fuzz === undefined ? [] : ['fuzz']),
  ];
  const concurrencies = values.matrix ? [1, 8] : [Number(values.concurrency)];
  return {
    ...values,
    variants: values.variant.includes('all') ? NAMES : values.variant,
    wordpress: values.wordpress ?? process.env.TOUCHSTONE_WORDPRESS,
    runs: kinds.flatMap((permalinks) =>
      logins.flatMap((login) =>
        concurrencies.flatMap((concurrency) =>
          values.seed.flatMap((seed) =>
            modes.map((mode) => ({ permalinks, login, concurrency, seed: Number(seed), mode })),
          ),
        ),
      ),
    ),
  };
}

function unknown(option, given, known) {
  const wrong = given.find((one) => !known.includes(one));
  return wrong === undefined ? undefined : `${option} ${wrong}: it is one of ${known.join(', ')}`;
}
