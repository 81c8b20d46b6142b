import { type Command, Option } from 'commander';
import { writeJson, writeLine } from '../io/index.ts';
import { ALL_RULES } from '../run/index.ts';
import { baseUrl, exportOpenApi, type OpenApiCommandOptions } from './contract-openapi.ts';
import { registerCoverage } from './coverage.ts';
import { contractFrom, type DocumentOptions } from './documents.ts';
import type { Io } from './io.ts';
import { ENV_FILE } from './options.ts';

interface Options extends DocumentOptions {
  readonly json?: boolean;
}

const OF_PROFILE = 'target profile, YAML, whose own APIs are described too';

function documentOption(says: string): Option {
  return new Option('--document <name>', says);
}

export function contractCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  command.description('what the documents demand, as data');
  const part = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .addOption(documentOption('only one document (default: all)'))
      .option('--target <file>', OF_PROFILE)
      .option(...ENV_FILE)
      .option('--json', 'print as JSON');
  part('clauses', 'list the clauses').action((options: Options) => exit(listClauses(options, io)));
  part('operations', 'list the operations with their parameters').action((options: Options) =>
    exit(listOperations(options, io)),
  );
  command
    .command('openapi')
    .description('one document as OpenAPI 3.1, for other tools')
    .addOption(documentOption('which document; OpenAPI describes one API').makeOptionMandatory())
    .option('--target <file>', OF_PROFILE)
    .option(...ENV_FILE)
    .addOption(
      new Option('--routing <form>', 'routes as paths, or (content) in `rest_route` of index.php')
        .choices(['path', 'query'])
        .default('path'),
    )
    .option(
      '--base-url <url>',
      'base URL to name in it (default: one that stands for yours)',
      baseUrl,
    )
    .option('--out <file>', 'write to a file (default: standard output)')
    .action((options: OpenApiCommandOptions) => exit(exportOpenApi(options, io)));
  registerCoverage(command, io, exit);
  return command;
}

function listClauses(options: Options, io: Io): number {
  const { json, document } = options;
  const clauses = contractFrom(options, io).clauses.filter(
    (clause) => document === undefined || clause.document === document,
  );
  if (json) writeJson(io.stdout, JSON.stringify(clauses, null, 2));
  else {
    for (const { id, level, source, states } of clauses) {
      writeLine(io.stdout, `${level.padEnd(11)} ${id}  (section ${source.section})`);
      writeLine(io.stdout, `            ${states}`);
    }
    for (const { id, level, source, states } of ALL_RULES) {
      writeLine(io.stdout, `${level.padEnd(11)} ${id}  (section ${source.section})`);
      writeLine(io.stdout, `            ${states} No clause: it is judged on every answer.`);
    }
  }
  return 0;
}

function listOperations(options: Options, io: Io): number {
  const { json, document } = options;
  const operations = contractFrom(options, io)
    .operations.filter((operation) => document === undefined || operation.document === document)
    .map(({ id, document: name, method, route, parameters, body, batchable, source }) => ({
      id,
      document: name,
      method,
      route,
      parameters,
      ...(body && { body: { required: body.required, schema: body.schema } }),
      ...(batchable !== undefined && { batchable }),
      source,
    }));
  if (json) writeJson(io.stdout, JSON.stringify(operations, null, 2));
  else {
    for (const { id, method, route, parameters } of operations) {
      const names = parameters.map(({ name }) => name).join(', ');
      writeLine(io.stdout, `${method.padEnd(6)} ${route}  ${id}${names ? `  (${names})` : ''}`);
    }
  }
  return 0;
}
