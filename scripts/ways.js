/** Every way to name a target to a run, for scripts that kill runs: `cleanup` has to find it again by each. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** Members of an API that base URLs and the environment give as well. */
const BY_OPTION = { url: '', token: 'TOKEN', user: 'USER', password: 'PASSWORD' };

/**
 * Each has a working folder of its own below `folder`, with the files that it needs: the `args` of a run there, and the
 * variables of its `env`. The variables of a file are not in the environment of `cleanup`.
 *
 * @param profile a target profile as it is read, without paths
 */
export function waysOf(profile, folder) {
  const filled = withVariables(profile);
  const lines = Object.entries(filled.env).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  const several = { targets: { one: profile, other: { content: { url: 'http://127.0.0.1:9' } } } };
  return [
    { way: 'found', files: { 'touchstone.yaml': profile } },
    { way: 'target', files: { 'site.yaml': profile }, args: ['--target', 'site.yaml'] },
    urlsOf(profile),
    { way: 'environment', files: { 'touchstone.yaml': filled.profile }, env: filled.env },
    { way: 'several', files: { 'touchstone.yaml': several }, args: ['--target', 'one'] },
    {
      way: 'env-file',
      files: { 'touchstone.yaml': filled.profile, 'site.env': lines.join('\n') },
      args: ['--env-file', 'site.env'],
    },
  ].map(({ way, files, args = [], env = {} }) => {
    const cwd = join(folder, way);
    mkdirSync(cwd);
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(cwd, name), typeof content === 'string' ? content : stringify(content));
    }
    return { way, cwd, args, env };
  });
}

/** Base URLs, and the rest from the environment. Other settings stay in a profile. */
function urlsOf(profile) {
  const env = {};
  const args = [];
  for (const [name, { url, ...entry }] of apisOf(profile)) {
    args.push(`--${name}`, url);
    for (const [part, word] of Object.entries(BY_OPTION)) {
      if (entry[part] !== undefined) env[`TOUCHSTONE_${name.toUpperCase()}_${word}`] = entry[part];
    }
  }
  if (!apisOf(profile).some(([, { routing }]) => routing !== undefined)) {
    return { way: 'urls', files: {}, args, env };
  }
  const files = { 'site.yaml': profile };
  return { way: 'urls', files, args: ['--target', 'site.yaml', ...args], env };
}

/** The profile with a variable in the place of each URL and each part of a credential. */
function withVariables(profile) {
  const env = {};
  const own = structuredClone(profile);
  for (const [name, entry] of apisOf(own)) {
    for (const part of Object.keys(BY_OPTION)) {
      if (entry[part] === undefined || entry[part].includes('${')) continue;
      const variable = `SITE_${name}_${part}`.toUpperCase();
      env[variable] = entry[part];
      entry[part] = `\${${variable}}`;
    }
  }
  return { profile: own, env };
}

function apisOf(profile) {
  return ['integration', 'content'].flatMap((name) =>
    profile[name] === undefined ? [] : [[name, profile[name]]],
  );
}
