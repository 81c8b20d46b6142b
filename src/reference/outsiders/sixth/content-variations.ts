import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  isGood,
  isIn,
  isObject,
  memoryless,
  records,
  refusal,
  type StandsBefore,
  to,
} from '../altering.ts';
import { type Members, membersOf } from '../tools.ts';

const ITEMS = '/cms/v2/(?:posts|pages|media|menu-items|blocks|navigation)(?:/\\d+)?';

function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

function text(record: Members, name: string): unknown {
  const value = record[name];
  return isObject(value) ? (value.raw ?? value.rendered) : value;
}

/** Whether an autosave says what is there already. */
function isSame(body: Members, record: Members): boolean {
  const names = ['title', 'content', 'excerpt'].filter((name) => isIn(body, name));
  return names.length > 0 && names.every((name) => text(body, name) === text(record, name));
}

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'autosave-without-news',
    '7: status codes and what is refused beside the parameter schema are not shown: an autosave that changes nothing is',
    memoryless(async (request, ask) => {
      const [, item] =
        /^(\/cms\/v2\/(?:posts|pages|blocks)\/\d+)\/autosaves$/.exec(request.route) ?? [];
      const body = jsonIn(request);
      if (request.method !== 'POST' || item === undefined || !isObject(body)) return ask(request);
      const query = new URLSearchParams({ context: 'edit' });
      const reply = await ask({
        ...request,
        method: 'GET',
        route: item,
        query,
        body: new Uint8Array(),
      });
      return isGood(reply) && isSame(body, membersOf(jsonIn(reply)))
        ? refusal(400, 'no_changes', 'There is nothing to save.')
        : ask(request);
    }),
  ),
  variation(
    'records-with-terms',
    '4.2: fields of returned records beyond those of section 2 are not shown',
    records(to('GET|POST|PUT|PATCH', ITEMS), (record) => ({
      ...record,
      guid: { rendered: `tag:docs,${record.id}` },
      class_list: ['entry', `entry-${record.id}`],
      reading_time: null,
    })),
  ),
];
