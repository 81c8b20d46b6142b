import type { Json } from '../../model/index.ts';

/**
 * A refusal in a form that the document leaves open (section 7: "not shown"). `http` is the status of the answer;
 * `reported` is the status in its body, if any. Under HTTP 200, only the body reports it.
 */
export interface RefusalForm {
  readonly kind: 'refusal';
  readonly http: number;
  readonly reported: number;
}

function refuse(http: number): RefusalForm {
  return { kind: 'refusal', http, reported: http };
}

/** The answer to a call with an absent or unknown Authorization header. */
export type Denial = 'authentication-error' | RefusalForm;

export type JsonMembers = { readonly [member: string]: Json };

/**
 * All points that the document leaves open, decided only here. The server reads a choice, and never knows the
 * variation.
 */
export interface IntegrationChoices {
  // ---- Section 5: credentials
  readonly first: 'credential' | 'request';
  readonly noCredential: Denial | 'serve';
  readonly malformedCredential: Denial;
  readonly schemeCase: 'any' | 'exact';
  readonly schemeSpaces: 'one' | 'any';
  readonly nakedToken: 'denied' | 'taken';
  readonly challenge: 'none' | 'bearer';
  readonly denialMessage: string;

  // ---- Section 4.1: requests on which the document is silent
  readonly emptySystems: RefusalForm | 'empty-data';
  readonly unknownSystem: RefusalForm | 'left-out' | 'empty-entry' | 'null-entry';
  readonly missingSystems: RefusalForm | 'as-empty';
  readonly notJson: RefusalForm | 'as-empty';
  readonly notObject: RefusalForm | 'as-empty';
  readonly malformed: RefusalForm;
  readonly singleSystem: 'malformed' | 'as-list';
  readonly numberId: 'malformed' | 'as-string';
  readonly surplusMembers: RefusalForm | 'ignored';
  readonly noContentType: RefusalForm | 'accepted';
  readonly otherContentType: RefusalForm | 'accepted';
  readonly systemsLimit: { readonly most: number; readonly refusal: RefusalForm };

  // ---- Sections 4.2 and 7: other requests
  readonly undefinedParameters: RefusalForm | 'ignored';
  readonly otherMethod: RefusalForm | 'served';
  readonly head: RefusalForm | 'served';
  readonly options: RefusalForm | 'reported';
  readonly otherRoute: RefusalForm;

  // ---- Section 7: what a refusal looks like
  readonly refusalBody: 'envelope' | 'problem' | 'text' | 'html' | 'empty';
  readonly refusalData: Json;
  readonly refusalCodes: 'words' | 'numbers';

  // ---- Section 2: optional parts of an answer
  readonly successMessage: string;
  readonly envelopeExtras: JsonMembers;
  readonly denialExtras: JsonMembers;
  readonly dataOrder: 'requested' | 'reversed' | 'sorted';
  readonly entryExtras: JsonMembers;
  readonly fieldExtras: JsonMembers;
  readonly fieldTypes: 'text' | 'various';
  readonly fieldLabels: 'given' | 'empty';
  readonly zoneExtras: JsonMembers;

  // ---- Section 2.4: timezones
  readonly zoneNames: ZoneNames;
  readonly collation: 'code-point' | 'upper-case' | 'english' | 'german' | 'no-punctuation';
  readonly zones: 'region-city' | 'short-names-too';

  // ---- HTTP and JSON, which the document presupposes
  readonly contentType: string | null;
  readonly layout: 'compact' | 'indented' | 'escaped';
  readonly memberOrder: 'as-shown' | 'reversed';
  readonly coding: 'identity' | 'gzip' | 'deflate' | 'br';
  readonly framing: 'length' | 'chunked';
  readonly connection: 'kept' | 'closed';
  readonly reason: string | undefined;
  readonly rateHeaders: HeaderList;
  readonly versionHeaders: HeaderList;
  readonly cacheHeaders: HeaderList;
  readonly browserHeaders: HeaderList;
  readonly traceHeaders: HeaderList;
}

export type HeaderList = readonly (readonly [string, string])[];

/** The language and form of zone names. */
export interface ZoneNames {
  readonly locale: string;
  readonly form: 'generic' | 'standard' | 'in-parentheses' | 'after-offset';
}

/** The reference target without variations. */
export const plainChoices: IntegrationChoices = {
  first: 'credential',
  noCredential: 'authentication-error',
  malformedCredential: 'authentication-error',
  schemeCase: 'any',
  schemeSpaces: 'one',
  nakedToken: 'denied',
  challenge: 'none',
  denialMessage: 'The access token is invalid.',

  emptySystems: 'empty-data',
  unknownSystem: refuse(404),
  missingSystems: refuse(400),
  notJson: refuse(400),
  notObject: refuse(400),
  malformed: refuse(400),
  singleSystem: 'malformed',
  numberId: 'malformed',
  surplusMembers: 'ignored',
  noContentType: 'accepted',
  otherContentType: 'accepted',
  systemsLimit: { most: Number.POSITIVE_INFINITY, refusal: refuse(413) },

  undefinedParameters: 'ignored',
  otherMethod: refuse(405),
  head: refuse(405),
  options: refuse(405),
  otherRoute: refuse(404),

  refusalBody: 'envelope',
  refusalData: {},
  refusalCodes: 'words',

  successMessage: 'Request processed successfully.',
  envelopeExtras: {},
  denialExtras: {},
  dataOrder: 'requested',
  entryExtras: {},
  fieldExtras: {},
  fieldTypes: 'text',
  fieldLabels: 'given',
  zoneExtras: {},

  zoneNames: { locale: 'en', form: 'generic' },
  collation: 'code-point',
  zones: 'region-city',

  contentType: 'application/json; charset=utf-8',
  layout: 'compact',
  memberOrder: 'as-shown',
  coding: 'identity',
  framing: 'length',
  connection: 'kept',
  reason: undefined,
  rateHeaders: [],
  versionHeaders: [],
  cacheHeaders: [],
  browserHeaders: [],
  traceHeaders: [],
};
