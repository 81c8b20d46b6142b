import { textOf } from './params.ts';
import { recordText, viewOf } from './record.ts';
import { isRefusal, type Refusal, type Result, refuse, serialised } from './refusal.ts';
import type { Call } from './site.ts';
import { targetOf } from './target.ts';

/** GET on one item: `context`, `excerpt_length`, `password` (4.2). */
export function readItem(call: Call): Result | Refusal {
  const item = targetOf(call, 'id');
  if (isRefusal(item)) return item;
  const password = textOf(call.params, 'password');
  const wrong = password !== undefined && password !== '' && item.password !== password;
  if (wrong && item.password !== '' && call.site.choices['wrong-password'] === 'refuse') {
    return refuse(403, 'wrong_password', 'The password does not fit.');
  }
  const view = viewOf(call.params, item.password !== '' && password === item.password);
  return serialised(recordText(item, view, call.site));
}
