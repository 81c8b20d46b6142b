import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { isGood, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofPages = to('GET', '/cms/v2/pages');

/** Faults that were missed when they were first met. */
export const missedFaults = inFamily(FAMILY, [
  // section 3: what is deleted is in the trash, or gone; section 4.1: lists show what is published by default
  {
    name: 'pages-list-stale-after-trash',
    what: 'keeps lists of pages until something is written, but not when a page is deleted',
    breaks: ['content/state/deletion-shows-at-once', 'content/state/trashing-shows-at-once'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        if (/^(?:POST|PUT|PATCH)$/.test(request.method)) kept.clear();
        if (!ofPages(request)) return ask(request);
        const key = `${request.headers.authorization} ${request.query}`;
        const reply = kept.get(key) ?? (await ask(request));
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);
