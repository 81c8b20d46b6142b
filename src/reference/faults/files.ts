import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertFile, type Contract, readSource, type SourceFile } from '../../contract/index.ts';
import { TouchstoneError } from '../../model/index.ts';
import type { ContentFault, ContentVariation } from '../content/deviation.ts';
import type { IntegrationFault, IntegrationVariation } from '../integration/deviation.ts';
import type { Rule } from './entry.ts';
import { inFrontBy } from './rule.ts';

/** The common part of all entries of a file. */
interface Described {
  readonly what?: string;
  readonly section?: string;
  /** The origin of the entry. */
  readonly from?: string;
  readonly rules?: readonly Rule[];
}

interface FaultEntry extends Described, Rule {
  readonly violates?: readonly string[];
  readonly 'may-violate'?: { readonly clauses: readonly string[]; readonly because: string };
  readonly undetected?: string;
  readonly operations?: readonly string[];
}

interface VariationEntry extends Described, Rule {
  readonly leaves?: string;
}

/** The content of a file (see `schemas/files/faults.json`). */
export interface FaultFile {
  readonly document?: 'integration' | 'content';
  readonly faults?: { readonly [name: string]: FaultEntry };
  readonly variations?: { readonly [name: string]: VariationEntry };
}

export type Fault = IntegrationFault | ContentFault;
export type Variation = IntegrationVariation | ContentVariation;

interface Deviations {
  readonly faults: readonly Fault[];
  readonly variations: readonly Variation[];
}

const FOLDER = fileURLToPath(new URL('../../../fixtures/faults/', import.meta.url));

/** Paths of the files in the package, one for each subject of a document. */
export function faultFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(FOLDER, name));
}

let known: Deviations | undefined;

/** Faults and variations of the files in the package, cached. */
export function deviationsOfFiles(): Deviations {
  known ??= merged(
    faultFiles().map((path) => deviationsIn(readSource(path, path), basename(path, '.yaml'))),
  );
  return known;
}

/**
 * Faults and variations of a user's file; without a document, they apply to both APIs.
 *
 * @throws TouchstoneError 'usage' with file, line and allowed values
 */
export function readOwnFaults(path: string, contract: Contract): Deviations {
  try {
    const source = readSource(path, path);
    assertFile(source, contract.schema('files/faults.json'), contract.validate, 'contract-broken');
    return deviationsIn(source, basename(path).replace(/\.\w+$/, ''));
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    const allowed = error.hint?.includes('allowed there') ? `${error.hint}; ` : '';
    throw new TouchstoneError('usage', error.message, allowed + HINT, { cause: error });
  }
}

const HINT =
  '`cut` ends a connection, `delay` waits, and a text of `refuse` has several words; schemas/files/faults.json describes the file, and docs/reference-target.md shows one';

/** If several stand in front of a server, the first is outermost. */
function merged(all: readonly Deviations[]): Deviations {
  return {
    faults: all.flatMap(({ faults }) => faults),
    variations: all.flatMap(({ variations }) => variations),
  };
}

function deviationsIn(source: SourceFile, family: string): Deviations {
  // Validated by the schema; for the package's files, by a test.
  const { document, faults = {}, variations = {} } = source.value as FaultFile;
  const documents = document === undefined ? (['integration', 'content'] as const) : [document];
  return merged(
    documents.map((one) => ({
      faults: Object.entries(faults).map(([name, entry]) => faultOf(one, family, name, entry)),
      variations: Object.entries(variations).map(([name, entry]) => variationOf(one, name, entry)),
    })),
  );
}

function faultOf(
  document: 'integration' | 'content',
  family: string,
  name: string,
  entry: FaultEntry,
): Fault {
  const { what = name, violates = [], undetected, operations } = entry;
  const mayBreak = entry['may-violate'];
  const described = {
    ...({ kind: 'fault', name, family, what, breaks: violates } as const),
    ...(undetected !== undefined && { undetected }),
    ...(mayBreak && { mayBreak }),
    inFront: inFrontBy(rulesOf(entry)),
  };
  if (document === 'integration') return { ...described, document };
  return {
    ...described,
    document,
    ...(operations && { at: operations }),
  };
}

function variationOf(
  document: 'integration' | 'content',
  name: string,
  entry: VariationEntry,
): Variation {
  const { what = name, leaves = '' } = entry;
  const described = {
    ...({ kind: 'variation', name, leaves, choose: {} } as const),
    inFront: inFrontBy(rulesOf(entry)),
  };
  return document === 'integration' ? { ...described, document, what } : { ...described, document };
}

function rulesOf(entry: Described & Rule): readonly Rule[] {
  return entry.rules ?? [entry];
}
