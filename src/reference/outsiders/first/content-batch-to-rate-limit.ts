import { isMembers, type Json } from '../../../model/index.ts';
import { inFamily as contentFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { isOk, mapMembers } from './answer-tools.ts';
import { FAMILY, JSON_TYPE, jsonMembers, rewritten, writing } from './tools.ts';

/** The requests of a batch. */
function batchOf(request: RoutedRequest): readonly Members[] {
  return request.route === '/batch/v1' ? listIn(jsonMembers(request)?.requests).map(membersOf) : [];
}

function withNumbers(value: Json): Json {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  return isMembers(value) ? mapMembers(value, withNumbers) : value;
}

/** A call of a batch made by itself, as the batch would show its answer. */
async function calledAlone(member: Members, batch: RoutedRequest, ask: Ask): Promise<Json> {
  const path = String(member.path);
  const { headers } = batch;
  const alone = {
    method: String(member.method ?? 'POST'),
    route: path.replace(/\?.*/s, ''),
    query: new URLSearchParams(path.replace(/^[^?]*\??/, '')),
    headers: { ...headers, 'content-type': JSON_TYPE },
    body: new Uint8Array(),
  };
  const answer = await ask(withJson(alone, member.body ?? {}));
  return { status: answer.status, headers: {}, body: jsonIn(answer) ?? null };
}

export const faultsOfBatchToRateLimit = contentFamily(FAMILY, [
  {
    name: 'batch-writes-global-styles',
    what: 'writes global styles in a batch',
    breaks: ['content/global-styles/not-in-batches'],
    // section 4.2, `/cms/v2/global-styles/{id}`: "Not batchable"; section 2.1: "where `v1` is false it may not"
    inFront: () => async (request, ask) => {
      const requests = batchOf(request);
      const isStyles = ({ path }: Members) => /^\/cms\/v2\/global-styles\/\d+/.test(String(path));
      const answer = await ask(request);
      const value = jsonMembers(answer);
      if (!requests.some(isStyles) || !isOk(answer) || !value || 'failed' in value) return answer;
      const responses: Json[] = [];
      for (const [at, response] of listIn(value.responses).entries()) {
        const member = requests[at] ?? {};
        responses.push(isStyles(member) ? await calledAlone(member, request, ask) : response);
      }
      return withJson(answer, { ...value, responses });
    },
  },
  {
    name: 'crop-without-height-down-to-the-end',
    what: 'takes a crop without a height, and crops down to the end',
    breaks: ['content/media/edit/body/modifiers/items/one-of'],
    // section 2.4, row `crop`: "Required numbers `left`, `top`, `width`, `height`"
    inFront: writing(/^\/cms\/v2\/media\/\d+\/edit$/, (request) =>
      rewritten(request, 'modifiers', (modifiers) =>
        listIn(modifiers).map((modifier) => {
          const args = membersOf(membersOf(modifier).args);
          if (membersOf(modifier).type !== 'crop' || 'height' in args) return modifier;
          return { ...membersOf(modifier), args: { ...args, height: 100 - Number(args.top) } };
        }),
      ),
    ),
  },
  {
    name: 'styles-numeric-text-as-number',
    what: 'stores text within global styles that looks like a number as a number',
    breaks: ['content/global-styles/update-stored'],
    // section 2.3, row global styles: "`styles` (object)": it is the object that was written
    inFront: writing(/^\/cms\/v2\/global-styles\/\d+$/, (request) =>
      rewritten(request, 'styles', withNumbers),
    ),
  },
  {
    name: 'authorization-address-without-folder',
    what: 'gives the address of authorization at the host, without the folder that the site is in',
    breaks: ['content/index/authorization-endpoint'],
    // section 5, 1: "at `{site_base_url}/cms-admin/authorize-application.php`"
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const value = jsonMembers(answer);
      if (request.route !== '/' || !value || !isOk(answer)) return answer;
      const { origin } = new URL(String(value.url));
      const authorization = `${origin}/cms-admin/authorize-application.php`;
      return withJson(answer, {
        ...value,
        authentication: { 'application-passwords': { endpoints: { authorization } } },
      });
    },
  },
]);
