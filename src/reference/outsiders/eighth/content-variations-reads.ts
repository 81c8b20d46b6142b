import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, type Middleware } from '../../in-front.ts';
import {
  LISTS,
  memoryless,
  records,
  refusal,
  refuses,
  type StandsBefore,
  to,
} from '../altering.ts';
import { type Members, membersOf } from '../tools.ts';

const ITEMS = `${LISTS}(?:/\\d+)?`;
const ofLists = to('GET', LISTS);
const ofRecords = to('GET|POST|PUT|PATCH', ITEMS);

const KNOWN =
  /^(?:context|page|per_page|search|search_semantics|search_columns|after|before|modified_(?:after|before)|author|author_exclude|exclude|include|offset|order|orderby|slug|status|tax_relation|(?:categories|tags|menus|cms_pattern_category)(?:_exclude)?|sticky|ignore_sticky|format|menu_order|parent|parent_exclude|media_type|mime_type)$/;

export function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

function withEntities(record: Members): Members {
  const { rendered, ...others } = membersOf(record.title);
  if (typeof rendered !== 'string') return record;
  const written = rendered
    .replace(/&amp;|&(?!#?\w+;)/g, '&#038;')
    .replaceAll('&quot;', '&#8221;')
    .replaceAll("'", '&#8217;')
    .replaceAll('"', '&#8221;');
  return { ...record, title: { ...others, rendered: written } };
}

const asProblem: Middleware = async (request, ask) => {
  const reply = await ask(request);
  if (reply.status < 400 || reply.status >= 500) return reply;
  const { message } = membersOf(jsonIn(reply));
  const status = reply.status === 400 ? 422 : reply.status;
  return {
    status,
    headers: [['Content-Type', 'application/problem+json']],
    body: JSON.stringify({ type: 'about:blank', title: message ?? 'Refused', status }),
  };
};

const ofLooks = [
  variation(
    'rendered-title-entities',
    '2.2: what `rendered` makes of `raw` is not said: it has entities and other quotes',
    records(ofRecords, withEntities),
  ),
  variation(
    'errors-as-problem-json',
    '7: error bodies and status codes are not shown: 422 and application/problem+json',
    memoryless(asProblem),
  ),
  variation(
    'unknown-query-parameter-refused',
    '7: what is answered to parameters that are not listed is not said: 400',
    refuses(
      (request) =>
        ofLists(request) &&
        [...request.query.keys()].some((name) => !KNOWN.test(name.replace(/\[.*$/, ''))),
      refusal(400, 'unknown_parameter', 'There is no such parameter.'),
    ),
  ),
];

export const variationsOfReads: readonly ContentVariation[] = ofLooks;
