// Runs the variants: each in front of one site, with one line for each.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxProblem, startNginx } from './nginx.js';
import { LOGINS } from './options.js';
import { run, startSite } from './site.js';
import { VARIANTS } from './variants.js';

/** More than these are not shown. */
const MOST_SENTENCES = 5;

/**
 * @param context where the site, the results and the tool are, and how lines are written
 * @returns how many variants did not come out right
 */
export async function runVariants(names, context) {
  const chosen = VARIANTS.filter(({ name }) => names.includes(name));
  const lacking = nginxProblem(chosen.some(({ nginx }) => nginx.tls));
  if (lacking !== undefined) throw new Error(lacking);
  const site = await startSite({ ...context.site, permalinks: 'pretty' });
  let wrong = 0;
  for (const variant of chosen) {
    const found = await carryOut(variant, site, context);
    if (found.length > 0) wrong += 1;
    const more = found.length > MOST_SENTENCES ? `; and ${found.length - MOST_SENTENCES} more` : '';
    const result = found.length === 0 ? 'ok' : found.slice(0, MOST_SENTENCES).join('; ') + more;
    context.say(`${variant.name.padEnd(16)} ${variant.what}: ${result}`);
  }
  return wrong;
}

async function carryOut(variant, site, context) {
  const plugin = join(context.site.dir, 'site/wp-content/mu-plugins/variant.php');
  const dir = join(context.out, variant.name);
  const front = await startNginx({ dir, site: site.SITE_URL, ...variant.nginx });
  try {
    const plain = variant.compared
      ? await check(variant, site, { ...context, dir, name: 'plain', url: site.SITE_URL })
      : undefined;
    if (variant.plugin) {
      mkdirSync(join(plugin, '..'), { recursive: true });
      writeFileSync(plugin, variant.plugin);
    }
    const outcomes = {};
    for (const [name, options] of Object.entries(variant.runs ?? { behind: {} })) {
      const ca = options.trusted ? front.certificate : undefined;
      const where = { ...context, dir, name, url: front.url, login: options.login, ca };
      const before = front.log().length;
      outcomes[name] = await check(variant, site, where);
      outcomes[name].log = front.log().slice(before);
    }
    return variant.wrong({ ...outcomes, plain });
  } finally {
    rmSync(plugin, { force: true });
    await front.stop();
  }
}

/** @returns exit code, seconds, report and what was printed */
async function check({ only, writes = false }, site, { tool, dir, name, url, login, ca }) {
  const place = join(dir, name);
  mkdirSync(place, { recursive: true });
  const { user, password } = LOGINS[login ?? 'admin'](site);
  const profile = join(place, 'profile.yaml');
  const lines = [
    ...['preset: wordpress', `name: ${name}`, 'limits: { timeoutMs: 60000, totalMs: 120000 }'],
    ...(ca === undefined ? [] : [`tls: { ca: ${ca} }`]),
    ...['content:', `  url: ${url}/wp-json`, '  routing: path'],
    ...(user === undefined
      ? []
      : ['  user: $' + '{SITE_LOGIN}', '  password: $' + '{SITE_LOGIN_PASSWORD}']),
  ];
  writeFileSync(profile, `${lines.join('\n')}\n`);
  const own = Object.entries(process.env).filter(([one]) => !one.startsWith('TOUCHSTONE_'));
  const args = [
    ...[tool, 'check', '--target', profile, '--out', place, '--seed', '1', '--runs', '5'],
    ...(writes ? [] : ['--read-only']),
    ...(only.length > 0 ? ['--only', ...only] : []),
  ];
  const started = performance.now();
  const { code, out } = await run('bash', ['-c', '"$0" "$@" 2>&1', process.execPath, ...args], {
    anyCode: true,
    cwd: place,
    env: {
      ...Object.fromEntries(own),
      NO_COLOR: '1',
      XDG_STATE_HOME: join(dir, 'state'),
      ...(user !== undefined && { SITE_LOGIN: user, SITE_LOGIN_PASSWORD: password }),
    },
  });
  writeFileSync(join(place, 'out.txt'), out);
  const path = join(place, 'report.json');
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  return { code, seconds: Math.round((performance.now() - started) / 1000), printed: out, report };
}
