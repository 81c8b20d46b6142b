import type { Contract } from '../contract/contract.ts';
import type { About } from '../contract/openapi-about.ts';
import type {
  DocumentName,
  Endpoint,
  Operation,
  PlannedRequest,
  Values,
  WireStyle,
} from '../model.ts';
import type { Transport } from '../transport.ts';

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

/** One API as the engine sees it. What it plans and checks by itself stands in `planners.ts` and `checks.ts`. */
export interface Api {
  /** The folder of its data below `schemas/` and `suites/`, and the beginning of its ids. */
  readonly name: DocumentName;
  /** How one signs in: with a token, or with a user and a password. */
  readonly scheme: 'Bearer' | 'Basic';
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
  /** Adds what the target offers beyond the document; nothing is asked if absent. */
  readonly extendContract?: (asking: Asking) => Promise<Contract>;
  /** The base URL that a recorded request shows; by its routes if absent. */
  readonly baseIn?: (origin: string, path: string, query: string) => string | undefined;
}

/** The environment variables about it: of its credential unless a profile names others, and of its address. */
export function variablesFor({ name }: Pick<Api, 'name'>) {
  const prefix = `TOUCHSTONE_${name.toUpperCase().replaceAll('-', '_')}`;
  return {
    url: prefix,
    token: `${prefix}_TOKEN`,
    user: `${prefix}_USER`,
    password: `${prefix}_PASSWORD`,
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
  const key = scheme.toLowerCase();
  return {
    title: name,
    description: `What the document of ${name} says.`,
    base: { name: 'base_url', stand: 'https://api.example' },
    routings: ['path'],
    statuses: true,
    security: [{ [key]: [] }],
    schemes: { [key]: { type: 'http', scheme: key } },
  };
}
