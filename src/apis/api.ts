import type { About, Contract } from '../contract/index.ts';
import {
  type DocumentName,
  type Endpoint,
  type Json,
  type Names,
  type Operation,
  type PlannedRequest,
  SCHEMES,
  type SchemeName,
  type Transport,
  type Values,
  variableFor,
  type WireStyle,
} from '../model/index.ts';

/** A request that shows the difference between somebody and nobody, on one target or another. */
export interface CredentialProbe {
  readonly operation: string;
  readonly query?: Values;
  readonly body?: PlannedRequest['body'];
  /** A signed-in user is known by the body alone, which is compared. */
  readonly byBody?: true;
}

/** What asks a target before cases are planned. */
export interface Asking {
  readonly contract: Contract;
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  readonly signal: AbortSignal;
}

/** What sites of one kind have in common, as a preset says it. */
export interface Preset {
  readonly preset: string;
  readonly names: Names;
}

/** What a look at a target shows: what a profile of it needs, and remarks for whoever reads that. */
export type Inspection =
  | { readonly kind: 'nothing'; readonly why: string }
  | {
      readonly kind: 'found';
      /** The base URL under which it answers. */
      readonly url: string;
      readonly routing?: string;
      readonly preset?: string;
      /** The target's words that are in no preset. */
      readonly names?: Names;
      /** Ids of documented operations that it does not offer, in its own words. */
      readonly missing: readonly string[];
      /** Values of stated facts that the target refuses, by the fact's name: a profile leaves them out. */
      readonly refused?: { readonly [fact: string]: readonly string[] };
      /** Sentences, most important first. */
      readonly remarks: readonly string[];
    };

/** One API as the engine sees it. What it plans and checks by itself stands in `planners.ts` and `checks.ts`. */
export interface Api {
  /** The folder of its data below `schemas/` and `suites/`, and the beginning of its ids. */
  readonly name: DocumentName;
  /** How one signs in. */
  readonly scheme: SchemeName;
  /** The ways in which a route may travel, by their names in a profile; the first if a profile names none. */
  readonly routings: { readonly [name: string]: WireStyle['routing'] };
  /** What is said of it when its contract is exported. */
  readonly about: About;
  /** Members of its part of a profile that state facts of the target, besides `known`. */
  readonly facts: readonly string[];
  /** Requests that show whether a credential is accepted, the most telling first. */
  readonly trials: (
    operations: readonly Operation[],
    known: Endpoint['known'],
  ) => readonly CredentialProbe[];
  /** Finds out which objects the target has; nothing is asked if absent. */
  readonly discoverFacts?: (asking: Asking) => Promise<Endpoint['known']>;
  /** Looks at a target whose profile is yet to be written. */
  readonly inspect?: (asking: Asking, presets: readonly Preset[]) => Promise<Inspection>;
  /** Adds what the target offers beyond the document; nothing is asked if absent. */
  readonly extendContract?: (asking: Asking) => Promise<Contract>;
  /** Returns true if servers refuse a valid value of a parameter with good reason; none is if absent. */
  readonly mayRefuse?: (
    parameter: string,
    value: Json,
    isCarriedOut: (value: Json) => boolean,
    /** The parameters of the request that have a value. */
    beside: ReadonlySet<string>,
  ) => boolean;
  /** Returns true if a parameter names something that may not be there; none does if absent. */
  readonly mayFindNothing?: (parameter: string, value: Json) => boolean;
  /**
   * The base URL that a recorded request shows; by its routes if absent. With a site's own words, only requests with one of
   * these in their route show it.
   */
  readonly baseIn?: (
    origin: string,
    path: string,
    query: string,
    names?: Names,
  ) => ApiBase | undefined;
}

/** Where an API is, as its entry in a profile says it. */
export type ApiBase = {
  readonly url: string;
  /** By name, where it is not the usual one. */
  readonly routing?: string;
};

/** The environment variables about it: of its credential unless a profile names others, and of its address. */
export function variablesFor({ name }: Pick<Api, 'name'>) {
  const prefix = `TOUCHSTONE_${name.toUpperCase().replaceAll('-', '_')}`;
  return {
    url: prefix,
    token: variableFor(prefix, 'token'),
    user: variableFor(prefix, 'user'),
    password: variableFor(prefix, 'password'),
  };
}

/** An API that is data alone: its routes are paths, and what lists without a condition shows who asks. */
export function plainApi(name: DocumentName, scheme: Api['scheme']): Api {
  return {
    name,
    scheme,
    routings: { path: { kind: 'path' } },
    about: aboutPlain(name, scheme),
    facts: [],
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
  const { auth, openapi } = SCHEMES[scheme];
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
