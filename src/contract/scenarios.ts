import {
  type DocumentName,
  isObject,
  type Json,
  pointerOf,
  type Role,
  type Values,
} from '../model/index.ts';
import { assertFile, complaint } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

export interface ScenarioStep {
  readonly id: string;
  readonly role: Role;
  readonly operation: string;
  readonly method?: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: { readonly [name: string]: string };
  readonly body?:
    | { readonly json: Json; readonly contentType?: string | null }
    | { readonly text: string; readonly contentType: string | null };
  readonly credential?:
    | { readonly none: true }
    | { readonly invalid: true }
    | { readonly header: string };
  readonly undone?: string;
  readonly concurrent?: true;
}

/** A hand-written case, before the facts of a target are filled in. */
export interface Scenario {
  readonly id: string;
  readonly document: DocumentName;
  readonly title: string;
  readonly evidence?: readonly string[];
  readonly each?: { readonly known: string; readonly least?: number };
  readonly steps: readonly ScenarioStep[];
  readonly alone?: true;
  readonly compared?: Json;
}

interface ScenariosFile {
  readonly document: DocumentName;
  readonly scenarios: readonly Omit<Scenario, 'document'>[];
}

/**
 * Reads the scenarios of one file.
 *
 * @throws TouchstoneError 'contract-broken' with file and line; also for an unknown clause or operation, equal steps,
 * or `$each` that nothing fills in
 */
export function readScenarios(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
  names: { readonly operations: ReadonlySet<string>; readonly clauses: ReadonlySet<string> },
): readonly Scenario[] {
  assertFile(source, resolveSchema(schemas, 'files/scenarios.json'), validate, 'contract-broken');
  const file = source.value as ScenariosFile;
  file.scenarios.forEach((scenario, index) => {
    scenario.evidence?.forEach((id, at) => {
      if (!names.clauses.has(id)) {
        throw complaint(source, `/scenarios/${index}/evidence/${at}`, `there is no clause "${id}"`);
      }
    });
    for (const path of placesOfEach(scenario, [])) {
      const reason = eachTrouble(scenario, path);
      if (reason !== undefined) {
        throw complaint(source, `/scenarios/${index}${pointerOf(path)}`, reason);
      }
    }
    scenario.steps.forEach((step, at) => {
      if (scenario.steps.findIndex(({ id }) => id === step.id) !== at) {
        const place = `/scenarios/${index}/steps/${at}/id`;
        throw complaint(source, place, `there are two steps "${step.id}"`);
      }
      if (!names.operations.has(step.operation)) {
        const place = `/scenarios/${index}/steps/${at}/operation`;
        throw complaint(source, place, `there is no operation "${step.operation}"`);
      }
    });
  });
  return file.scenarios.map((scenario) => ({ ...scenario, document: file.document }));
}

type Path = readonly (string | number)[];

/** Places where `$each` stands for a value. */
function placesOfEach(value: unknown, path: Path): readonly Path[] {
  if (value === '$each') return [path];
  if (Array.isArray(value)) return value.flatMap((one, at) => placesOfEach(one, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => placesOfEach(one, [...path, name]));
}

/** Why `$each` would be sent literally; `undefined` if a value replaces it. */
function eachTrouble({ each }: Pick<Scenario, 'each'>, path: Path): string | undefined {
  if (!each) return '"$each" stands for a value of `each`, which the scenario does not have';
  const [steps, , body, json] = path;
  const filled = steps === 'steps' && body === 'body' && json === 'json';
  return filled ? undefined : '"$each" is filled in nowhere but in the JSON of a body';
}
