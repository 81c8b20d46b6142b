import { inFamily } from '../../content/deviation.ts';
import { isGood, memoryless, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

export const faultsOfRecordsToProxy = inFamily(FAMILY, [
  // section 4.2: one autosave of a post can be read
  {
    name: 'posts-autosave-reads-the-post',
    what: 'shows the post itself where one of its autosaves is asked for',
    breaks: ['content/state/autosave-kept'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/cms/v2/posts/\\d+/autosaves/\\d+')(request) && isGood(reply)
        ? ask({ ...request, route: request.route.replace(/\/autosaves.*/, '') })
        : reply;
    }),
  },
]);
