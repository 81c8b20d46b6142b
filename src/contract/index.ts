/**
 * The documents as compiled data: operations with their schemas, clauses, scenarios, relations. Encodes, decodes,
 * verifies and matches requests; validates bodies; exports OpenAPI. Knows no API by name.
 */

export { sizeIn } from './asks.ts';
export { clausesAbout } from './clauses.ts';
export { CONTRACT_ROOT, type Contract, type FurtherApi, loadContract } from './contract.ts';
export { type Coverage, coverageOf } from './coverage.ts';
export { decode, type RawValue } from './decode.ts';
export { defaultsOf } from './defaults.ts';
export { refusalId } from './derive.ts';
export {
  effectiveStatusIn,
  effectiveStatusOf,
  effectiveStatusText,
  statusOf,
} from './effective-status.ts';
export { type EncodeFor, encode } from './encode.ts';
export { assertFile, complaint } from './files.ts';
export { factsIn, factUsesIn, fitting } from './known-facts.ts';
export { lenientReadings } from './lenient.ts';
export { type Match, matcherOf } from './match.ts';
export { choiceOf, merge, merged } from './merge.ts';
export { contractFor, inWords, inWordsOf, inWordsOfDocuments, namesOf } from './names.ts';
export { openApiOf } from './openapi.ts';
export type { About, Routing } from './openapi-about.ts';
export { namesObject } from './own-ids.ts';
export { referredIn } from './referred-ids.ts';
export { fillIn, type Relation } from './relations.ts';
export { partSchemaOf, validateParts } from './request-parts.ts';
export { actionOn, actsOn, collectionOf, operationOn } from './resources.ts';
export { rulesOf } from './rules.ts';
export type { Scenario, ScenarioStep } from './scenarios.ts';
export {
  assertKnownKeywords,
  listIn,
  membersOf,
  numberIn,
  requiredIn,
  sameJson,
  type TypeName,
  textIn,
  typesOf,
} from './schema.ts';
export {
  accepts,
  isDateTime,
  ownViolationsOf,
  type SchemaViolation,
} from './schema-violations.ts';
export { resolveSchema, schemaFiles } from './schemas.ts';
export { UNSTEADY } from './segments.ts';
export { sharedBy } from './shared.ts';
export { recordSchema } from './shown-places.ts';
export { readSnapshot } from './snapshot.ts';
export { parseSource, readSource, readText, type SourceFile } from './source.ts';
export { strictReading } from './strict.ts';
export { switchedOffIn } from './switched-off.ts';
export { isListed } from './tables.ts';
export { type SchemaError, type Validate, validate } from './validate.ts';
export { arrivesAs, verifyRequest } from './verify-request.ts';
