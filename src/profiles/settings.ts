/** Settings that `init` was given for a target: members of its profile, each by its place. */

import { APIS } from '../apis/index.ts';
import { parseSource } from '../contract/index.ts';
import { isObject, TouchstoneError } from '../model/index.ts';
import { isSecretName } from '../secrets/index.ts';
import { merged } from './presets.ts';

/** Members of a profile as they are written, with `${NAME}` for variables. */
export type Settings = Readonly<Record<string, unknown>>;

export const EXAMPLE = `such as tls.ca=company-ca.pem or ${APIS[0].name}.headers.X-Key=\${GATEWAY_KEY}`;
export const MORE = `give members of a profile, ${EXAMPLE}; docs/targets.md has them all`;

/** Values that were found out from the target, or given by an option. */
const FOUND = new Set(['name', 'preset', 'off', 'targets', 'url', 'routing', 'names']);

/**
 * @param lines each `place=value`: the members from the top of the profile with dots between them, and YAML
 * @throws TouchstoneError 'usage' for what is no such line, and for a secret that is written out
 */
export function settingsIn(lines: readonly string[]): Settings {
  const all = lines.map((line) => {
    const [, place, text = ''] = /^([^=\s]+)=(.*)$/s.exec(line.trim()) ?? [];
    if (place === undefined) throw wrong(`${JSON.stringify(line)} is no member with a value`);
    const path = place.split('.');
    const writes = path.slice(0, 2).find((name) => FOUND.has(name));
    if (writes !== undefined) throw wrong(`${place} is not to be set: \`init\` writes it itself`);
    const { value } = parseSource(text, `--set ${place}`, 'profile-invalid');
    refuseSecrets(value, path);
    return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  });
  return Object(all.reduce(merged, {}));
}

function refuseSecrets(value: unknown, path: readonly string[]): void {
  if (isObject(value) || Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) refuseSecrets(inner, [...path, name]);
    return;
  }
  if (!isSecretPlace(path, String(value)) || /\$\{\w+\}/.test(String(value))) return;
  throw new TouchstoneError(
    'usage',
    `--set has the value of ${path.join('.')} written out, and no secret goes into the file`,
    `name a variable, in single quotes so that the shell leaves it: '${path.join('.')}=\${NAME}'`,
  );
}

/** Fields of a request that say what the client is and takes (RFC 9110, 10.1 and 12.5), and no secret. */
const SAYS_WHO_ASKS = new Set(['user-agent', 'accept', 'accept-language', 'from', 'referer']);

/** Any header can be for a gateway; the others are added to the file by hand. */
function isSecretPlace(path: readonly string[], value: string): boolean {
  const [first, second = '', third = ''] = path;
  if (second === 'headers' && SAYS_WHO_ASKS.has(third.toLowerCase())) return false;
  if (first === 'proxy') return value.includes('@');
  return ['headers', 'cookies'].includes(second) || isSecretName(path.at(-1) ?? '');
}

function wrong(message: string): TouchstoneError {
  return new TouchstoneError('usage', `--set ${message}`, MORE);
}
