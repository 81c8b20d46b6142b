import { textOf } from './params.ts';
import { viewOf, written } from './record.ts';
import { isRefusal, type Refusal, refuse, type SiteResult } from './refusal.ts';
import type { SiteCall } from './site.ts';
import { targetOf } from './target.ts';

/** GET on one item: `context`, `excerpt_length`, `password` (4.2). */
export function readItem(call: SiteCall): SiteResult | Refusal {
  const item = targetOf(call, 'id');
  if (isRefusal(item)) return item;
  const password = textOf(call.params, 'password');
  const wrong = password !== undefined && password !== '' && item.password !== password;
  if (wrong && item.password !== '' && call.site.choices['wrong-password'] === 'refuse') {
    return refuse(403, 'wrong_password', 'The password does not fit.');
  }
  const view = viewOf(call.params, item.password !== '' && password === item.password);
  const { text, bytes } = written(item, view, call.site);
  return { kind: 'result', status: 200, headers: [], body: { kind: 'text', text, bytes } };
}
