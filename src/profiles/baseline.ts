import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import {
  assertFile,
  CONTRACT_ROOT,
  type Contract,
  complaint,
  inWordsOfDocuments,
  parseSource,
  type SourceFile,
} from '../contract/index.ts';
import { codeOf, readFile, writeText } from '../io/index.ts';
import { type Baseline, isObject, pointerOf, TouchstoneError } from '../model/index.ts';
import { partsOf } from './profile-source.ts';

/** Version of the format; other versions are not read. */
const VERSION = 1;

const FORMER_CLAUSES = 'fixtures/baseline-clauses.txt';

/** Rules of every answer, which no contract lists. */
const OF_NO_DOCUMENT = 'robust/';

const WRITE_ANEW = 'write it anew with `touchstone baseline`, after a look at what it accepts';

/**
 * The baseline of a profile is next to it: `staging.yaml`, `staging.baseline.yaml`; that of one of
 * several targets has its name: `touchstone.yaml#staging`, `touchstone.staging.baseline.yaml`.
 */
export function baselineBeside(profile: string): string {
  const { file, name } = partsOf(profile);
  return [file.replace(/\.ya?ml$/, ''), ...(name ? [name] : []), 'baseline.yaml'].join('.');
}

/**
 * Reads the baseline of a target; undefined where there is no file.
 * @param target name of the target that it has to be of
 * @throws TouchstoneError 'baseline-unreadable'; 'baseline-invalid', also where it is of another version of
 *   the format or names clauses that the contract does not have; 'baseline-foreign' where it is of another target
 */
export function readBaseline(
  path: string,
  contract: Contract,
  target: string,
): Baseline | undefined {
  if (!existsSync(path)) return undefined;
  const source = parseSource(textOf(path), path, 'baseline-invalid');
  const { value } = source;
  if (isObject(value) && value.version !== undefined && value.version !== VERSION) {
    throw new TouchstoneError(
      'baseline-invalid',
      `${path}:${source.lineOf(['version'])}: the baseline has version ${String(value.version)} of the format, and this is for version ${VERSION}`,
      WRITE_ANEW,
    );
  }
  assertFile(source, contract.schema('files/baseline.json'), contract.validate, 'baseline-invalid');
  const {
    version: _,
    checksum,
    ...read
  } = value as Baseline & {
    readonly version: number;
    readonly checksum?: string;
  };
  if (checksum !== undefined && checksum !== checksumOf(read.clauses)) {
    throw new TouchstoneError(
      'baseline-invalid',
      `${path}:${source.lineOf(['checksum'])}: the list of clauses does not have the checksum ${checksum}: the file is cut, or was changed by hand there`,
      'take the whole file from your version control, or delete it and accept a run with `touchstone baseline`',
    );
  }
  const baseline = { ...read, clauses: read.clauses ?? clausesBefore(read, contract) };
  if (baseline.target !== target) {
    throw new TouchstoneError(
      'baseline-foreign',
      `${path}:${source.lineOf(['target'])}: the baseline is of the target "${baseline.target}", and this one is "${target}"`,
      'a baseline says what was accepted of one target; make one of this with `touchstone baseline`',
    );
  }
  assertClauses(source, baseline, contract);
  return baseline;
}

/**
 * The clauses that a baseline knew which does not list them: those of the last version whose baselines did not, and all
 * clauses of further APIs, as the package cannot know them. A site's own words stand in the place of the documents'.
 */
function clausesBefore({ causes = [] }: Baseline, contract: Contract): readonly string[] {
  const former = readFile(join(CONTRACT_ROOT, FORMER_CLAUSES)).toString().split('\n');
  const ids = new Set(former);
  const documents = new Set(former.map((id) => id.split('/')[0]));
  const { clauses } = inWordsOfDocuments(contract);
  const known = contract.clauses.filter((_, at) => {
    const { id, document } = clauses[at] ?? { id: '', document: '' };
    return ids.has(id) || !documents.has(document);
  });
  return [
    ...known.map(({ id }) => id),
    ...former.filter((id) => id.startsWith(OF_NO_DOCUMENT)),
    ...causes.flatMap((cause) => Object.keys(cause.clauses)),
  ];
}

function textOf(path: string): string {
  try {
    return readFile(path).toString();
  } catch (error) {
    throw new TouchstoneError(
      'baseline-unreadable',
      `baseline "${path}" cannot be read (${codeOf(error)})`,
      'give leave to read it, or run with --no-baseline',
      { cause: error },
    );
  }
}

/** An entry for a clause that no longer exists can never be found again, and may be a typing mistake. */
function assertClauses(
  source: SourceFile,
  { causes = [] }: Baseline,
  { clauses }: Pick<Contract, 'clauses'>,
): void {
  const ids = new Set(clauses.map(({ id }) => id));
  for (const [at, cause] of causes.entries()) {
    for (const id of Object.keys(cause.clauses)) {
      if (ids.has(id) || id.startsWith(OF_NO_DOCUMENT)) continue;
      const place = pointerOf(['causes', at, 'clauses', id]);
      const { message } = complaint(source, place, `there is no clause ${id}`, 'baseline-invalid');
      throw new TouchstoneError('baseline-invalid', message, WRITE_ANEW);
    }
  }
}

/** The list is the last member: in a file that was cut, it is shorter, or absent. */
function checksumOf(clauses: readonly string[] = []): string {
  return createHash('sha256').update(clauses.join('\n')).digest('hex').slice(0, 16);
}

/**
 * Writes a baseline, sorted and without anything that differs between runs, so that its changes can be read.
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeBaseline(
  path: string,
  { target, contract, causes, findings, clauses }: Baseline,
) {
  const head = `# What was accepted of this target, by cause. A run fails on whatever is not in here.
# Written by \`touchstone baseline\`; remove what is mended.
`;
  const listed = clauses && [...new Set(clauses)].sort();
  const ordered = {
    version: VERSION,
    target,
    contract,
    ...(listed && { checksum: checksumOf(listed) }),
    ...(causes && { causes }),
    ...(findings && { findings: [...new Set(findings)].sort() }),
    ...(listed && { clauses: listed }),
  };
  writeText(path, head + stringify(ordered, { lineWidth: 0 }));
}

export function baselineName(path: string): string {
  return basename(path);
}
