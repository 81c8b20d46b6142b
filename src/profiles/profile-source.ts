/** The file of a profile: read, one of several targets chosen, environment variables filled in. */

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { APIS } from '../apis/index.ts';
import { complaint, parseSource, type SourceFile } from '../contract/index.ts';
import { codeOf, readFile } from '../io/index.ts';
import { isObject, nearNames, pointerOf, TouchstoneError, valueAt } from '../model/index.ts';
import { type Environment, VARIABLE, variableIn } from './environment.ts';
import { merged } from './presets.ts';

/** The profile that is read by default. */
export const OWN_PROFILE = 'touchstone.yaml';

/** A profile as it is written, of one target. */
export interface ProfileSource extends SourceFile {
  /** The name of a target without a name of its own: its key in the file, or the name of the file. */
  readonly usualName: string;
  readonly folder: string;
}

/**
 * The value of `--target` for `readProfileSource`: a file, `file#name`, or the name of a target in the
 * `touchstone.yaml` of the working folder.
 */
export function referenceOf(target: string, cwd: string): string {
  const own = join(cwd, OWN_PROFILE);
  if (/[#/\\.]/.test(target) || existsSync(target) || !existsSync(own)) return target;
  return `${own}#${target}`;
}

/** The file and the name in `file#name`. */
export function partsOf(reference: string): { readonly file: string; readonly name?: string } {
  const at = reference.lastIndexOf('#');
  if (at < 0 || existsSync(reference)) return { file: reference };
  return { file: reference.slice(0, at), name: reference.slice(at + 1) };
}

/**
 * @param reference a file, or `file#name` for one of its targets
 * @throws TouchstoneError 'profile-unreadable', 'profile-invalid' where the name is missing or not in the file
 */
export function readProfileSource(reference: string): ProfileSource {
  const { file, name } = partsOf(reference);
  const source = parseSource(textOf(file), file, 'profile-invalid');
  const place = { usualName: basename(file).replace(/\.ya?ml$/, ''), folder: dirname(file) };
  const targets = isObject(source.value) ? source.value.targets : undefined;
  if (isObject(targets)) return { ...place, ...chosenOf(source, targets, name) };
  if (name !== undefined) {
    const reason = `it has no \`targets\`, and "${name}" was asked for`;
    throw complaint(source, '', reason, 'profile-invalid');
  }
  return { ...place, ...source };
}

/** A reference to each target of a profile: the file, or `file#name` where it has several. */
export function referencesIn(file: string): readonly string[] {
  const { value } = parseSource(textOf(file), file, 'profile-invalid');
  const targets = isObject(value) ? value.targets : undefined;
  return isObject(targets) ? Object.keys(targets).map((name) => `${file}#${name}`) : [file];
}

function chosenOf(
  source: SourceFile,
  targets: Readonly<Record<string, unknown>>,
  name: string | undefined,
): SourceFile & { readonly usualName: string } {
  const names = Object.keys(targets);
  const [only, ...others] = names;
  const chosen = name ?? (others.length === 0 ? only : undefined);
  if (chosen === undefined || !Object.hasOwn(targets, chosen)) {
    const near = nearNames(chosen ?? '', names);
    const { message } = complaint(
      source,
      '/targets',
      chosen === undefined
        ? `it has several targets: ${names.join(', ')}`
        : `it has no target "${chosen}"; there are: ${names.join(', ')}`,
    );
    const example = near[0] ?? only ?? 'staging';
    throw new TouchstoneError('profile-invalid', message, `say which one: --target ${example}`);
  }
  const place = ['targets', chosen, 'targets'];
  if (valueAt(source.value, pointerOf(place)) !== undefined) {
    throw complaint(
      source,
      pointerOf(place),
      'a target has no targets of its own',
      'profile-invalid',
    );
  }
  const { targets: _, ...shared } = Object(source.value);
  const own = ['targets', chosen];
  return {
    file: source.file,
    usualName: chosen,
    value: merged(shared, targets[chosen]),
    lineOf: (path) => {
      const isShared =
        valueAt(source.value, pointerOf([...own, ...path])) === undefined &&
        valueAt(shared, pointerOf(path)) !== undefined;
      return source.lineOf(isShared ? path : [...own, ...path]);
    },
  };
}

function textOf(file: string): string {
  try {
    return readFile(file).toString();
  } catch (error) {
    throw new TouchstoneError(
      'profile-unreadable',
      `target profile "${file}" cannot be read (${codeOf(error)})`,
      `give the path of a YAML file, or, on the command line, base URLs with ${APIS.map(({ name }) => `--${name}`).join(' and ')}`,
      { cause: error },
    );
  }
}

/** Stands for a variable that is not set; it may stand for a URL too. */
const UNSET = 'http://unset.invalid';

/** Returns true if a URL has the placeholder of a variable that is not set. */
export function isUnset(url: string): boolean {
  // Not the whole: the variable may be a part, as in `https://${HOST}/api`.
  return url.includes(new URL(UNSET).host);
}

/** An environment with a placeholder for each variable of a profile that is not set, and has no text of its own. */
export function withAllSet(reference: string, environment: Environment): Environment {
  const named = textOf(partsOf(reference).file).matchAll(/\$\{(\w+)\}/g);
  const set = Object.entries(environment).filter(([, value]) => value);
  const standIns = [...named].map(([, name = '']) => [name, UNSET] as const);
  return Object.fromEntries([...standIns, ...set]);
}

/**
 * The value of a profile, the environment in the place of each `${NAME}`.
 * @throws TouchstoneError 'profile-invalid' for a variable that is not set, or empty
 */
export function filledFrom(source: SourceFile, environment: Environment): unknown {
  return substitute(source, source.value, [], environment);
}

function substitute(
  source: SourceFile,
  value: unknown,
  path: readonly (string | number)[],
  environment: Environment,
): unknown {
  if (typeof value === 'string') {
    let isStandIn = false;
    const filled = value.replace(VARIABLE, (_, name: string, otherwise?: string) => {
      const found = variableIn(environment, name);
      // The same name can stand elsewhere in the file without a text of its own.
      const isSet = found !== undefined && found !== '';
      if (isSet && (found !== UNSET || otherwise === undefined)) {
        isStandIn ||= found === UNSET;
        return found;
      }
      if (otherwise !== undefined) return otherwise;
      const reason = `${path.join('.')} needs the environment variable ${name}, which is not set`;
      const { message } = complaint(source, pointerOf(path), reason);
      const hint = `export ${name}=…; commands also read the file of --env-file`;
      throw new TouchstoneError('profile-invalid', message, hint);
    });
    // A part of an address would be no address.
    return isStandIn ? UNSET : filled;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      substitute(source, item, [...path, index], environment),
    );
  }
  if (!isObject(value)) return value;
  const filled = Object.entries(value).map(
    ([name, item]) => [name, substitute(source, item, [...path, name], environment)] as const,
  );
  // A replay has no certificates and no proxy.
  const isNeeded = ([name, item]: readonly [string, unknown]) =>
    path.length > 0 || !/^(?:tls|proxy)$/.test(name) || !JSON.stringify(item).includes(UNSET);
  return Object.fromEntries(filled.filter(isNeeded));
}
