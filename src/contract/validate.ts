import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type JsonSchema, pointerOf } from '../model/index.ts';
import { VOCABULARY } from './schema.ts';

export interface SchemaError {
  /** JSON Pointer to the value, or to a missing or forbidden member. */
  readonly pointer: string;
  readonly keyword: string;
  readonly schemaPath: string;
  readonly message: string;
  /** The allowed values: that of `const`, or those of `enum`. */
  readonly allowed?: unknown;
}

export type Validate = (schema: JsonSchema, value: unknown) => readonly SchemaError[];

let ajv: Ajv2020 | undefined;
const compiled = new WeakMap<JsonSchema, ValidateFunction>();
/** Equal schemas come as many objects: each composed table and each loaded contract creates its own. */
const byText = new Map<string, ValidateFunction>();

/**
 * Compiles each schema lazily and once: compiling costs far more than validating. Unknown keywords throw (ajv's strict
 * mode).
 */
export const validate: Validate = (schema, value) => {
  let check = compiled.get(schema);
  if (!check) {
    check = compile(schema);
    compiled.set(schema, check);
  }
  return check(value) ? [] : (check.errors ?? []).map(toSchemaError);
};

function compile(schema: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = byText.get(text);
  if (known !== undefined) return known;
  ajv ??= createAjv();
  const check = ajv.compile(schema);
  byText.set(text, check);
  return check;
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // A bound without a type is intended: clauses rest on single keywords.
    strictTypes: false,
    strictRequired: false,
    validateFormats: true,
  });
  // The package's types describe its CommonJS form; the default export is the plugin itself or contains it.
  const plugin = 'default' in addFormats ? addFormats.default : addFormats;
  plugin(ajv);
  ajv.addVocabulary([...VOCABULARY]);
  return ajv;
}

function toSchemaError(error: ErrorObject): SchemaError {
  const member = memberOf(error);
  const allowed = allowedIn(error);
  const pointer = error.instancePath + (member === undefined ? '' : pointerOf([member]));
  return {
    pointer,
    keyword: error.keyword,
    schemaPath: error.schemaPath.replace(/^#/, ''),
    message: messageOf(error),
    ...(allowed !== undefined && { allowed }),
  };
}

function memberOf(error: ErrorObject): string | undefined {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params;
  const name: unknown =
    error.keyword === 'required'
      ? missingProperty
      : (additionalProperty ?? unevaluatedProperty ?? error.propertyName);
  return typeof name === 'string' ? name : undefined;
}

function allowedIn({ params }: ErrorObject): unknown {
  return params.allowedValues ?? params.allowedValue;
}

function messageOf(error: ErrorObject): string {
  const allowed = allowedIn(error);
  const base = error.message ?? `breaks ${error.keyword}`;
  return allowed === undefined ? base : `${base}: ${JSON.stringify(allowed)}`;
}
