/** The way to sign in that a document states. */

import { isObject, SCHEME_NAMES, schemeOf } from '../model/index.ts';
import type { Notes } from './notes.ts';
import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  membersAt,
  rootOf,
  textAt,
} from './references.ts';
import type { OpenApiDocuments } from './source.ts';

export interface Security {
  /** The word of a list of operations; undefined if the document states no way that the engine knows. */
  readonly auth: string | undefined;
  /** Returns true if an operation demands the credential. */
  readonly isDemanded: (operation: DocumentPlace) => boolean;
}

export function securityOf(
  documents: OpenApiDocuments,
  operations: readonly DocumentPlace[],
  notes: Notes,
): Security {
  const root = rootOf(documents);
  const demandsAt = (operation: DocumentPlace) => {
    const own = inside(operation, 'security');
    const demands = elementsAt(isObject(own.value ?? {}) ? inside(root, 'security') : own);
    return demands.map(({ value }) => (isObject(value) ? Object.keys(value) : []));
  };
  const all = operations.flatMap(demandsAt);
  const schemes = membersAt(inside(root, 'components', 'securitySchemes')).flatMap(
    ([name, place]) => {
      const auth = authOf(followed(documents, place));
      const times = all.filter((names) => names.length === 1 && names[0] === name).length;
      if (auth !== undefined) return [{ name, auth, place, times }];
      const type = textAt(followed(documents, place), 'type');
      notes.add(place, `signing in by ${type ?? 'nothing'} is not done`);
      return [];
    },
  );
  // One credential for all operations: the one that most of them take.
  const [first, ...others] = schemes.toSorted((one, other) => other.times - one.times);
  const names = new Set(schemes.filter(({ auth }) => auth === first?.auth).map(({ name }) => name));
  const unused = others.find(({ name, times }) => times > 0 && !names.has(name));
  if (unused) notes.add(unused.place, 'of several ways to sign in, the most used one is taken');
  return {
    auth: first?.auth,
    isDemanded: (operation) => {
      const demands = demandsAt(operation);
      // Each entry is one way; an empty one says that none is needed.
      return (
        demands.length > 0 &&
        demands.every((one) => one.length > 0) &&
        demands.some((one) => one.every((name) => names.has(name)))
      );
    },
  };
}

/** OAuth 2.0 and OpenID Connect send their tokens as Bearer tokens (RFC 6750). */
function authOf(scheme: DocumentPlace): string | undefined {
  const [type, name, where] = ['type', 'name', 'in'].map((one) => textAt(scheme, one));
  const given = type === 'http' ? textAt(scheme, 'scheme')?.toLowerCase() : type;
  if (given === 'oauth2' || given === 'openIdConnect') return 'bearer';
  const ofHttp = SCHEME_NAMES.map(schemeOf).find(
    ({ openapi }) => openapi.type === 'http' && openapi.scheme?.toLowerCase() === given,
  );
  if (ofHttp) return ofHttp.auth;
  const isKey =
    type === 'apiKey' && name !== undefined && /^(?:header|query|cookie)$/.test(where ?? '');
  return isKey ? `${where}:${name}` : undefined;
}
