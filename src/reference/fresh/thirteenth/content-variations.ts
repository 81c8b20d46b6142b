import type { ContentVariation } from '../../content/deviation.ts';
import { answered, answers, isGood, isObject, memoryless, records, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import { membersOf } from '../tools.ts';

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'fresh-m-post-process-later',
    '4.2: response bodies of every route: not shown; 202, and the sizes are made later',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('POST', '/cms/v2/media/\\d+/post-process')(request) && isGood(reply)
        ? answered(202, { queued: true })
        : reply;
    }),
  ),
  variation(
    'fresh-m-excerpts-read-on',
    '2.2: how an excerpt is rendered is not said; it ends with a link to the post',
    records(to('GET', '/cms/v2/posts(?:/\\d+)?'), (post) => {
      const { excerpt } = post;
      return isObject(excerpt) && excerpt.rendered
        ? {
            ...post,
            excerpt: {
              ...excerpt,
              rendered: `${excerpt.rendered}<p><a href="${post.link}">Read on&nbsp;&hellip;</a></p>\n`,
            },
          }
        : post;
    }),
  ),
  variation(
    'fresh-m-static-front-page',
    '2.1: the values of `show_on_front`, `page_on_front` and `page_for_posts` are not said',
    answers(to('GET', '/'), (index) => ({
      ...membersOf(index),
      show_on_front: 'page',
      page_on_front: 200,
      page_for_posts: 201,
    })),
  ),
];
