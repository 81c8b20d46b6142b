import type { ContentChoices } from './choices.ts';
import type { Identity } from './identity.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Access } from './routes.ts';

/** Returns true if a kind of access needs a login (open in section 5). */
function needsLogin(access: Access, choices: ContentChoices): boolean {
  switch (access) {
    case 'published':
      return choices['published-reads'] === 'login';
    case 'menus':
      return choices['menu-reads'] === 'login' || choices['published-reads'] === 'login';
    case 'templates':
      return choices['template-reads'] === 'login' || choices['published-reads'] === 'login';
    case 'kept':
      return choices['revision-reads'] === 'login';
    case 'write':
      return choices.writes === 'login';
    case 'plugin':
      return choices['plugin-login'] === 'login';
    case 'index':
    case 'free':
      return false;
  }
}

/** Checks the caller's access. */
export function gate(
  access: Access,
  editContext: boolean,
  identity: Identity,
  choices: ContentChoices,
): Refusal | undefined {
  if (identity.kind === 'user') return undefined;
  const needed = needsLogin(access, choices);
  const edit = editContext && choices['edit-without-login'] === 'refuse' && access !== 'index';
  if (identity.kind === 'wrong' && (needed || choices['bad-credential'] === 'refuse')) {
    return loginRefusal('wrong_credential', 'The user name or the application password is wrong.');
  }
  if (needed) return loginRefusal('login_needed', 'This needs a login.');
  return edit ? loginRefusal('login_needed', 'The edit context needs a login.') : undefined;
}

function loginRefusal(code: string, message: string): Refusal {
  return refuse(401, code, message);
}
