import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { asking, edited, forgetful, isGood, reads, valuesOf } from '../third/tools.ts';
import { listIn } from '../tools.ts';
import { emptied, FAMILY, numberIn } from './tools.ts';

const POSTS = reads('/cms/v2/posts');
const MEDIA = reads('/cms/v2/media');
const NAVIGATION = reads('/cms/v2/navigation');

const has = ({ query }: RoutedRequest, start: string) =>
  [...query.keys()].some((name) => name.startsWith(start));

const ofParameters = inFamily(FAMILY, [
  // section 4.2, row `/cms/v2/posts`: "`format` (array of the `format` values, unique)"
  {
    name: 'standard-is-no-format',
    what: 'finds no posts of format `standard`, which have no term for it',
    breaks: ['content/lists/format'],
    inFront: forgetful(async (request, ask) => {
      const formats = POSTS(request) ? valuesOf(request, 'format') : [];
      if (!formats.includes('standard')) return ask(request);
      const others = formats.filter((format) => format !== 'standard');
      if (others.length > 0) return ask(asking(request, { format: others.join(',') }));
      return emptied(await ask(request));
    }),
  },
]);

const ofPagesOfLists = inFamily(FAMILY, [
  // section 4.1, rows `page` and `per_page`: "integer | default 10, min 1, max 100"
  {
    name: 'short-last-page-of-media',
    what: 'shows nothing on the last page of media where that page is not full',
    breaks: ['content/lists/page-size'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (!MEDIA(request) || !isGood(reply) || numberIn(request, 'page', 1) < 2) return reply;
      const size = numberIn(request, 'per_page', 10);
      return listIn(jsonIn(reply)).length < size ? edited(reply, () => []) : reply;
    }),
  },
  // section 4.1, row `status`: "array of string | default `publish`"
  {
    name: 'navigation-drafts-listed-to-anyone',
    what: 'lists drafts of navigation too where no status is asked for',
    breaks: ['content/lists/default-status'],
    inFront: forgetful(async (request, ask) => {
      if (!NAVIGATION(request) || has(request, 'status')) return ask(request);
      const more = await ask(asking(request, { status: 'publish,draft' }));
      return isGood(more) ? more : ask(request);
    }),
  },
]);

const ofTerms = inFamily(FAMILY, []);

export const faultsOfLists = [...ofParameters, ...ofPagesOfLists, ...ofTerms];
