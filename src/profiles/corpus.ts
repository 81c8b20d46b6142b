/** Files of the inputs that a campaign keeps. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { assertFile, type Contract, complaint, parseSource, sameJson } from '../contract/index.ts';
import { codeOf, makeFolder, readFile, unwritable } from '../io/index.ts';
import { type CorpusInput, isList, isMembers, type Json, TouchstoneError } from '../model/index.ts';
import { expanded, expandedSize } from '../plan/index.ts';
import { type Secret, verifyClean } from '../secrets/index.ts';

/** More letters of a file than a person would read. */
const LONGEST = 4_000;

/** Most letters of the request of a file, its expressions written out. */
const LARGEST = 4_000_000;

/** Uniform texts of more letters are written as an expression. */
const UNIFORM = 60;

/**
 * Reads a folder of inputs, or the file of one, in the order of their names; none where there is no such folder.
 * @throws TouchstoneError 'corpus-invalid' with file and line
 */
export function readCorpus(path: string, contract: Contract): readonly CorpusInput[] {
  return filesIn(path).map((file) => {
    const source = parseSource(textOf(file), file, 'corpus-invalid');
    assertFile(source, contract.schema('files/corpus.json'), contract.validate, 'corpus-invalid');
    const { brought: _, request, ...input } = source.value as CorpusInput & { brought?: string };
    if (!contract.operations.some(({ id }) => id === input.operation)) {
      const reason = `there is no operation ${input.operation}`;
      throw complaint(source, '/operation', reason, 'corpus-invalid');
    }
    if (expandedSize(request as Json) > LARGEST) {
      const reason = `it stands for more than ${LARGEST.toLocaleString('en')} letters`;
      throw complaint(source, '/request', reason, 'corpus-invalid');
    }
    return { ...input, request: expanded(request as Json) as CorpusInput['request'] };
  });
}

function filesIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function textOf(file: string): string {
  try {
    return readFile(file).toString();
  } catch (error) {
    throw new TouchstoneError('corpus-invalid', `${file}: cannot be read: ${codeOf(error)}`);
  }
}

/** The name of an input in a corpus: its operation, and a digest of its request. */
export function corpusFile({ operation, request }: CorpusInput): string {
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 10);
  return `${operation}/${digest}.yaml`;
}

/**
 * Writes an input, unless it is there. One that is too long, or that looks like a secret, is not written: another
 * request would not be the same input.
 * @returns true if the file is there
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeInput(
  path: string,
  { request, ...input }: CorpusInput,
  brought: string,
  secrets: readonly Secret[],
): boolean {
  if (existsSync(path)) return true;
  const written = { ...input, brought, request: compressed(request as Json) };
  const text = stringify(written, { lineWidth: 0 });
  const { value } = parseSource(Buffer.from(text).toString(), path, 'corpus-invalid');
  const read = isMembers(value as Json) ? (value as typeof written).request : {};
  const isSame = sameJson(expanded(read), request as Json);
  if (text.length > LONGEST || !isSame) return false;
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
    if (verifyClean(path, secrets).length === 0) return true;
    rmSync(path);
    return false;
  } catch (error) {
    throw error instanceof TouchstoneError ? error : unwritable(path, error);
  }
}

/** Long texts of one letter as expressions. */
function compressed(value: Json): Json {
  if (typeof value === 'string') {
    const [letter = '', ...others] = value;
    const isUniform = others.length >= UNIFORM && others.every((one) => one === letter);
    return isUniform && letter !== '#' ? { $times: others.length + 1, of: letter } : value;
  }
  if (isList(value)) return value.map(compressed);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, compressed(one)]));
}
