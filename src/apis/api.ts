import type { About, Contract } from '../contract/index.ts';
import {
  type Answer,
  type DocumentName,
  type Endpoint,
  type Json,
  type Names,
  type Operation,
  type PlannedRequest,
  type SchemeName,
  schemeOf,
  type Transport,
  type Values,
  variableFor,
  type WireStyle,
} from '../model/index.ts';

/** A request whose answer depends on the credential, on some targets. */
export interface CredentialProbe {
  readonly operation: string;
  readonly query?: Values;
  readonly body?: PlannedRequest['body'];
  /** Only the body shows a signed-in user, so bodies are compared. */
  readonly byBody?: true;
}

/** A connection to a target before cases are planned. */
export interface Asking {
  readonly contract: Contract;
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

/** Common settings for sites of one kind, from a preset. */
export interface Preset {
  readonly preset: string;
  readonly names: Names;
}

/** An index that an answer names. */
export interface IndexPlace {
  /** The address as it is named. */
  readonly link: string;
  /** The base URL and routing of a profile for it. */
  readonly url: string;
  readonly routing: string;
}

/** The result of inspecting a target: values for its profile, and remarks for the user. */
export type Inspection =
  | { readonly kind: 'nothing'; readonly why: string }
  | {
      readonly kind: 'found';
      /** The base URL of its answers. */
      readonly url: string;
      readonly routing?: string;
      readonly preset?: string;
      /** The target's words that are in no preset. */
      readonly names?: Names;
      /** Ids of documented operations that it does not offer. */
      readonly missing: readonly string[];
      /** Ids of stated clauses that fail because of them; none if absent. */
      readonly failing?: readonly string[];
      /** Values of stated facts that the target refuses, by fact: a profile leaves them out. */
      readonly refused?: { readonly [fact: string]: readonly string[] };
      /** Sentences, most important first. */
      readonly remarks: readonly string[];
    };

/** One API, as the engine uses it. Its own cases and checks are in `planners.ts` and `checks.ts`. */
export interface Api {
  /** The folder of its data in `schemas/` and `suites/`, and the prefix of its ids. */
  readonly name: DocumentName;
  readonly scheme: SchemeName;
  /** The routings, by their names in a profile; the first is the default. */
  readonly routings: { readonly [name: string]: WireStyle['routing'] };
  /** The description in an exported contract. */
  readonly about: About;
  /** Members of its profile section that state facts of the target, in addition to `known`, and what each holds. */
  readonly facts: { readonly [member: string]: string };
  /** Requests that show if a credential is accepted, the most conclusive first. */
  readonly trials: (
    operations: readonly Operation[],
    known: Endpoint['known'],
  ) => readonly CredentialProbe[];
  /** One read of each collection that needs a login; none if absent. */
  readonly readsWithLogin?: (operations: readonly Operation[]) => readonly CredentialProbe[];
  /** Discovers the objects of the target; no requests if absent. */
  readonly discoverFacts?: (asking: Asking) => Promise<Endpoint['known']>;
  /** The index that an answer names; never one if absent. */
  readonly indexIn?: (answer: Answer, asked: string) => IndexPlace | undefined;
  /** Inspects a target to write its profile. */
  readonly inspect?: (asking: Asking, presets: readonly Preset[]) => Promise<Inspection>;
  /** Adds operations that the target offers beyond the document; no requests if absent. */
  readonly extendContract?: (asking: Asking) => Promise<Contract>;
  /** Returns true if a server can refuse a valid value for good reason; never if absent. */
  readonly mayRefuse?: (
    parameter: string,
    value: Json,
    isCarriedOut: (value: Json) => boolean,
    /** The request's parameters with a value. */
    beside: ReadonlySet<string>,
  ) => boolean;
  /** Returns true if a parameter names something that can be missing; never if absent. */
  readonly mayFindNothing?: (parameter: string, value: Json) => boolean;
  /**
   * The base URL of a recorded request; by its routes if absent. If a site has its own words, only requests with one in
   * their route show it.
   */
  readonly baseIn?: (
    origin: string,
    path: string,
    query: string,
    names?: Names,
  ) => ApiBase | undefined;
}

/** The location of an API, as in its profile entry. */
export type ApiBase = {
  readonly url: string;
  /** Name of the routing, if not the default. */
  readonly routing?: string;
};

/** The environment variables of an API: for its credential (unless a profile names others) and its address. */
export function variablesFor({ name }: Pick<Api, 'name'>) {
  const prefix = `TOUCHSTONE_${name.toUpperCase().replaceAll('-', '_')}`;
  return {
    url: prefix,
    token: variableFor(prefix, 'token'),
    user: variableFor(prefix, 'user'),
    password: variableFor(prefix, 'password'),
  };
}

/** An API that is only data: its routes are paths, and unconditional lists show if a credential works. */
export function plainApi(name: DocumentName, scheme: Api['scheme']): Api {
  return {
    name,
    scheme,
    routings: { path: { kind: 'path' } },
    about: aboutPlain(name, scheme),
    facts: {},
    trials: (operations) =>
      operations
        .filter(
          ({ document, writes, method, parameters, body }) =>
            document === name &&
            !writes &&
            method === 'GET' &&
            body === undefined &&
            !parameters.some(({ required }) => required),
        )
        .slice(0, 2)
        .map(({ id }) => ({ operation: id })),
  };
}

function aboutPlain(name: DocumentName, scheme: Api['scheme']): About {
  const { auth, openapi } = schemeOf(scheme);
  return {
    title: name,
    description: `What the document of ${name} says.`,
    base: { name: 'base_url', stand: 'https://api.example' },
    routings: ['path'],
    statuses: true,
    security: [{ [auth]: [] }],
    schemes: { [auth]: openapi },
  };
}
