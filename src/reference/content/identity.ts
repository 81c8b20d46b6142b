import { timingSafeEqual } from 'node:crypto';
import type { User } from './item.ts';
import type { ContentSite } from './site.ts';

/** The published credential of the reference site, only for development on loopback. */
export const REFERENCE_USER = 'editor';
export const REFERENCE_PASSWORD = 'touchstone reference password';

export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'user'; readonly user: User };

/**
 * Identifies the caller by HTTP Basic with an application password (section 5). Blanks in such a password are only for
 * readability.
 */
export function identify(authorization: string | undefined, site: ContentSite): Identity {
  if (authorization === undefined || authorization === '') return { kind: 'nobody' };
  // Most requests have the same one.
  if (last?.authorization !== authorization) {
    last = { authorization, login: loginIn(authorization) };
  }
  const { login } = last;
  if (login === undefined) return { kind: 'wrong' };
  for (const user of site.store.users.values()) {
    if (user.login === login) return { kind: 'user', user };
  }
  return { kind: 'wrong' };
}

let last: { readonly authorization: string; readonly login: string | undefined } | undefined;

/** The login of a valid credential. */
function loginIn(authorization: string): string | undefined {
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization.trim());
  const [, encoded] = match ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  const login = at < 0 ? text : text.slice(0, at);
  const password = at < 0 ? '' : text.slice(at + 1);
  if (!same(bare(password), bare(REFERENCE_PASSWORD))) return undefined;
  return login === REFERENCE_USER ? login : undefined;
}

function bare(password: string): string {
  return password.replace(/\s+/g, '');
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
