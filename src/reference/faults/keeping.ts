import type { Reply } from '../http.ts';
import type { Ask, RoutedRequest } from '../in-front.ts';
import { holds } from './conditions.ts';
import { type EditContext, filled } from './edits.ts';
import type { KeepEntry } from './entry.ts';

interface KeptReplies {
  /** Clears entries of the route of a request, and of routes above and below it. */
  readonly clear: (request: RoutedRequest) => void;
  readonly answer: (request: RoutedRequest, ask: Ask, context: EditContext) => Promise<Reply>;
}

/** Caches successful answers by key. */
export function keptReplies({ by, 'in-place-of': statuses }: KeepEntry): KeptReplies {
  const kept = new Map<string, { readonly route: string; readonly reply: Reply }>();
  const keyOf = (context: EditContext) =>
    JSON.stringify(by.map((text) => filled(text, context.body ?? null, context)));
  return {
    clear: ({ route }) => {
      for (const [key, one] of kept) if (isCleared(one.route, route)) kept.delete(key);
    },
    answer: async (request, ask, context) => {
      const key = keyOf(context);
      const known = kept.get(key)?.reply;
      if (known !== undefined && statuses === undefined) return known;
      const reply = await ask(request);
      const { route } = request;
      if (reply.status >= 200 && reply.status < 300) kept.set(key, { route, reply });
      return known !== undefined && holds(reply.status, statuses ?? null) ? known : reply;
    },
  };
}

/** Requests to another collection, such as batches, clear everything. */
function isCleared(kept: string, route: string): boolean {
  const collectionOf = (one: string) => one.split('/').slice(0, 4).join('/');
  const isOther = collectionOf(kept) !== collectionOf(route);
  return isOther || `${kept}/`.startsWith(`${route}/`) || `${route}/`.startsWith(`${kept}/`);
}
