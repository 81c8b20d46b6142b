import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { apiNamed, plainApi } from '../apis/index.ts';
import { openApiOf, type Routing } from '../contract/index.ts';
import { writeJson, writeLine, writeText } from '../io/index.ts';
import { type DocumentName, TouchstoneError } from '../model/index.ts';
import { contractFrom } from './documents.ts';
import type { Io } from './io.ts';

export interface OpenApiCommandOptions {
  readonly document: DocumentName;
  readonly target?: string;
  readonly routing: Routing;
  readonly baseUrl?: string;
  readonly out?: string;
}

/**
 * Writes one document as OpenAPI to standard output, or to a file.
 * @throws TouchstoneError 'output-unwritable' with the file and the reason
 */
export function exportOpenApi(options: OpenApiCommandOptions, io: Io): number {
  const { document, routing, baseUrl, out } = options;
  const contract = contractFrom(options, io);
  const api = apiNamed(document) ?? plainApi(document, contract.schemes[document] ?? 'Bearer');
  const exported = openApiOf(contract, document, {
    about: api.about,
    routing,
    ...(baseUrl !== undefined && { baseUrl }),
  });
  const text = `${JSON.stringify(exported, null, 2)}\n`;
  if (out === undefined) {
    writeJson(io.stdout, text);
    return 0;
  }
  const file = resolve(io.cwd, out);
  writeText(file, text);
  writeLine(io.stderr, `the ${document} document as OpenAPI 3.1: ${file}`);
  return 0;
}

/**
 * An address for appending routes.
 *
 * @throws TouchstoneError 'usage' for one with a credential, which the parser's own error would show
 */
export function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('it must be an http or https URL.');
  }
  if (/[?#]/.test(text)) throw new InvalidArgumentError('it must have no query and no fragment.');
  if (url.username || url.password) {
    throw new TouchstoneError(
      'usage',
      'the base URL holds a credential',
      'leave it out: an exported document is made to be passed on',
    );
  }
  return text;
}
