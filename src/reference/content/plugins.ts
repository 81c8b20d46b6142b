import { json, type SiteResult } from './refusal.ts';
import type { SiteCall } from './site.ts';
import { storedCollectionOf } from './store.ts';

/** POST clear_all_caches: drops all cached data. The answer is unspecified. */
export function clearCaches(call: SiteCall): SiteResult {
  for (const collection of call.site.store.resourceCollections.keys()) {
    storedCollectionOf(call.site.store, collection).derived.clear();
  }
  return json({ success: true, message: 'All caches are cleared.' });
}

/** POST rate_limit_status: this site has no limit (section 8 shows none). */
export function rateLimits(): SiteResult {
  return json({ limited: false, limit: 0, remaining: 0 });
}

/** GET login of the sign-on namespace: its semantics are unspecified (section 5). */
export function login(call: SiteCall): SiteResult {
  const { site } = call;
  const at = `${site.baseUrl}/cms-admin/sign-on.php`;
  return site.choices['login-answer'] === 'redirect'
    ? { kind: 'result', status: 302, headers: [['Location', at]], body: { kind: 'none' } }
    : json({ login_url: at });
}

export function isLoggedIn(call: SiteCall): SiteResult {
  return yesOrNo(call, call.user !== undefined, 'logged_in');
}

export function hasLogged(call: SiteCall): SiteResult {
  return yesOrNo(call, call.user !== undefined, 'has_logged');
}

function yesOrNo(call: SiteCall, value: boolean, name: string): SiteResult {
  return json(call.site.choices['logged-answer'] === 'boolean' ? value : { [name]: value });
}
