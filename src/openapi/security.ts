/** The way to sign in that a document states. */

import { isObject, type SchemeName } from '../model/index.ts';
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

const SCHEMES: { readonly [S in SchemeName]: string } = { Bearer: 'bearer', Basic: 'basic' };

export function securityOf(documents: OpenApiDocuments, notes: Notes): Security {
  const root = rootOf(documents);
  const schemes = membersAt(inside(root, 'components', 'securitySchemes')).map(
    ([name, place]) => [name, followed(documents, place)] as const,
  );
  const used = schemes.flatMap(([name, place]) => {
    const auth = authOf(place);
    if (auth !== undefined) return [{ name, auth }];
    notes.add(place, `signing in by ${textAt(place, 'type') ?? 'nothing'} is not done`);
    return [];
  });
  const [first] = used;
  const names = new Set(used.filter(({ auth }) => auth === first?.auth).map(({ name }) => name));
  return {
    auth: first?.auth,
    isDemanded: (operation) => {
      const own = inside(operation, 'security');
      const demands = elementsAt(own.value === undefined ? inside(root, 'security') : own);
      // Each entry is one way; an empty one says that none is needed.
      return (
        demands.length > 0 &&
        demands.every(({ value }) => isObject(value) && Object.keys(value).length > 0) &&
        demands.some(
          ({ value }) => isObject(value) && Object.keys(value).every((one) => names.has(one)),
        )
      );
    },
  };
}

/** OAuth 2.0 and OpenID Connect send their tokens as Bearer tokens (RFC 6750). */
function authOf(scheme: DocumentPlace): string | undefined {
  const type = textAt(scheme, 'type');
  if (type === 'oauth2' || type === 'openIdConnect') return SCHEMES.Bearer;
  if (type === 'basic') return SCHEMES.Basic;
  if (type !== 'http') return undefined;
  const given = textAt(scheme, 'scheme')?.toLowerCase();
  return Object.values(SCHEMES).find((one) => one === given);
}
