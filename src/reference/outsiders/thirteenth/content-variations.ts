import type { ContentVariation } from '../../content/deviation.ts';
import { isObject, records, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'excerpts-read-on',
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
];
