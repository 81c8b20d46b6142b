import { isMembers, type Json } from '../../../model/index.ts';
import {
  bodyOf,
  edited,
  isGood,
  listIn,
  type Members,
  membersOf,
  memoryless,
  recordAt,
  type StandsBefore,
  to,
} from '../../fronts.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';

const ofBatch = to('POST', '/batch/v1');
const MOST = 25;

function membersIn(request: RoutedRequest): readonly Json[] {
  return ofBatch(request) ? listIn(bodyOf(request).requests) : [];
}

function batchOf(request: RoutedRequest, members: readonly Json[]): RoutedRequest {
  return withJson(request, { ...bodyOf(request), requests: [...members] });
}

/** Sends one batch member by itself, and returns its answer in the form of a batch. */
async function calledAlone(member: Members, batch: RoutedRequest, ask: Ask): Promise<Json> {
  const path = String(member.path);
  const alone = {
    method: String(member.method ?? 'POST'),
    route: path.replace(/\?.*/s, ''),
    query: new URLSearchParams(path.replace(/^[^?]*\??/, '')),
    headers: batch.headers,
    body: new Uint8Array(),
  };
  const answer = await ask(withJson(alone, member.body ?? {}));
  return { status: answer.status, headers: {}, body: jsonIn(answer) ?? null };
}

/** Reads the numbers of a crop as pixels instead of percentages. */
function cropInPixels(
  shareOf: (value: Json | undefined, whole: Json | undefined) => Json,
): StandsBefore {
  const applies = to('POST|PUT|PATCH', '/cms/v2/media/\\d+/edit');
  return memoryless(async (request, ask) => {
    const { modifiers } = bodyOf(request);
    if (!applies(request) || !Array.isArray(modifiers)) return ask(request);
    const image = await recordAt(request, ask, request.route.replace(/\/edit$/, ''));
    const { width, height } = membersOf(image.media_details);
    const cropped = modifiers.map((one) => {
      const modifier = membersOf(one);
      const given = membersOf(modifier.args);
      if (modifier.type !== 'crop') return one;
      const args = {
        left: shareOf(given.left, width),
        top: shareOf(given.top, height),
        width: shareOf(given.width, width),
        height: shareOf(given.height, height),
      };
      return { ...modifier, args };
    });
    return ask(withJson(request, { ...bodyOf(request), modifiers: cropped }));
  });
}

function percent(value: Json | undefined, whole: Json | undefined): number {
  return (Number(value) / Number(whole)) * 100;
}

export const bodyFaults = inFamily('bodies', [
  // section 4.2, `/cms/v2/global-styles/{id}`: "Not batchable"; section 2.1: "where `v1` is false it may not"
  {
    name: 'batch-writes-global-styles',
    what: 'writes global styles in a batch',
    breaks: ['content/global-styles/not-in-batches'],
    inFront: memoryless(async (request, ask) => {
      const members = membersIn(request).map(membersOf);
      const isStyles = ({ path }: Members) => /^\/cms\/v2\/global-styles\/\d+/.test(String(path));
      const answer = await ask(request);
      const value = jsonIn(answer);
      if (!members.some(isStyles) || !isGood(answer) || !isMembers(value) || 'failed' in value) {
        return answer;
      }
      const responses: Json[] = [];
      for (const [at, response] of listIn(value.responses).entries()) {
        const member = members[at] ?? {};
        responses.push(isStyles(member) ? await calledAlone(member, request, ask) : response);
      }
      return withJson(answer, { ...value, responses });
    }),
  },
  // section 8, row "Batch size": at most 25 items
  {
    name: 'batch-validated-whole-unbounded',
    what: 'takes more than 25 members where all of them are to be validated first',
    breaks: ['content/batch/body/requests/max-items'],
    inFront: memoryless(async (request, ask) => {
      const members = membersIn(request);
      const isWhole = bodyOf(request).validation === 'require-all-validate';
      if (!isWhole || members.length <= MOST) return ask(request);
      const first = await ask(batchOf(request, members.slice(0, MOST)));
      const rest = await ask(batchOf(request, members.slice(MOST)));
      return edited(first, (value) => ({
        ...membersOf(value),
        responses: [...listIn(membersOf(value).responses), ...listIn(bodyOf(rest).responses)],
      }));
    }),
  },
  // section 1, item 4: "run up to 25 writes or deletes in one batch call"
  {
    name: 'batch-equal-members-once',
    what: 'runs equal members of a batch once, and answers each with that one result',
    breaks: ['content/batch/runs-writes'],
    inFront: memoryless(async (request, ask) => {
      const texts = membersIn(request).map((member) => JSON.stringify(member));
      const unique = [...new Set(texts)];
      if (texts.length > MOST || unique.length === texts.length) return ask(request);
      const members = unique.map((text) => JSON.parse(text) as Json);
      return edited(await ask(batchOf(request, members)), (value) => {
        const responses = listIn(membersOf(value).responses);
        const spread = texts.map((text) => responses[unique.indexOf(text)] ?? null);
        return { ...membersOf(value), responses: spread };
      });
    }),
  },
  // section 2.4, row `crop`: each a percentage of the image size
  {
    name: 'crop-in-pixels',
    what: 'takes the numbers of a crop for pixels',
    breaks: ['content/media/edit/size'],
    inFront: cropInPixels((value, whole) =>
      typeof value === 'number' ? Math.min(100, percent(value, whole)) : (value ?? null),
    ),
  },
  {
    name: 'crop-in-pixels-by-percentages',
    what: 'takes the numbers of a crop for pixels, and anything else for none',
    breaks: ['content/media/edit/size', 'content/media/edit/body/modifiers/items/one-of'],
    inFront: cropInPixels(percent),
  },
  // section 2.3, row pages, with section 2.2, row `title`: `raw` is the text that was written
  {
    name: 'page-form-as-latin',
    what: 'reads the form that writes a page as ISO-8859-1',
    breaks: [],
    at: ['content/pages/create', 'content/pages/update/*'],
    undetected: 'the document does not say that a body may be a form',
    inFront: memoryless((request, ask) => {
      const isForm = /urlencoded/i.test(request.headers['content-type'] ?? '');
      if (!isForm || !to('POST|PUT|PATCH', '/cms/v2/pages(?:/\\d+)?')(request)) return ask(request);
      const form = [...new URLSearchParams(new TextDecoder().decode(request.body))].map(
        ([name, value]): [string, string] => [name, Buffer.from(value).toString('latin1')],
      );
      const body = new TextEncoder().encode(`${new URLSearchParams(form)}`);
      const headers = { ...request.headers, 'content-length': `${body.length}` };
      return ask({ ...request, headers, body });
    }),
  },
]);
