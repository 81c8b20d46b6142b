import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { isIn, isObject, LISTS, records, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import type { Members } from '../tools.ts';

const ofItems = to('GET|POST|PUT|PATCH', `${LISTS}(?:/\\d+)?`);

/** Changes what some texts of a record look like. */
function rendered(record: Members, names: readonly string[], edit: (text: string) => string) {
  const changed = names.flatMap((name) => {
    const { [name]: text } = record;
    return isObject(text) && typeof text.rendered === 'string'
      ? [[name, { ...text, rendered: edit(text.rendered) }] as const]
      : [];
  });
  return { ...record, ...Object.fromEntries(changed) };
}

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'slugs-by-chance',
    '2.2: which slug is made where none is given is not said; it is made of the time',
    () => {
      let count = 0;
      const ofNew = to('POST', '/cms/v2/(?:posts|pages|blocks)');
      return (request, ask) => {
        const body = jsonIn(request);
        if (!ofNew(request) || !isObject(body) || isIn(body, 'slug')) return ask(request);
        count += 1;
        return ask(withJson(request, { ...body, slug: `e${Date.now().toString(36)}-${count}` }));
      };
    },
  ),
  variation(
    'texts-wrapped',
    '2.2: how a text is rendered is not said; letters of titles are entities, and texts stand in a division',
    records(ofItems, (record) =>
      rendered(
        rendered(record, ['content', 'excerpt'], (text) =>
          text === '' ? text : `<div class="entry">\n${text}</div>`,
        ),
        ['title'],
        (title) => title.replace(/&[^;\s]+;|a/g, (found) => (found === 'a' ? '&#97;' : found)),
      ),
    ),
  ),
];
