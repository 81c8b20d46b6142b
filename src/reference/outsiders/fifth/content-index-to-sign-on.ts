import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { isGood, refusal, refuses, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofProxy = to('GET', '/oembed/1.0/proxy');

const ofTheIndex = inFamily(FAMILY, []);

const ofBatches = inFamily(FAMILY, []);

const ofEmbeds = inFamily(FAMILY, [
  // section 4.2, proxy: `maxwidth`, `maxheight` and `format` are parameters of each request
  {
    name: 'proxy-cached-by-address',
    what: 'answers the proxy from a cache that goes by the address alone',
    breaks: [],
    at: ['content/oembed/proxy'],
    undetected:
      'what maxwidth makes of an answer is not shown, and no answer is held against its format, as yet',
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const address = request.query.get('url');
        if (!ofProxy(request) || address === null) return ask(request);
        const reply = await ask(request);
        const known = kept.get(address);
        if (!isGood(reply)) return reply;
        if (known === undefined) kept.set(address, reply);
        return known ?? reply;
      };
    },
  },
]);

const ofPlugins = inFamily(FAMILY, [
  // section 4.2, clear_all_caches: "No parameters."
  {
    name: 'caches-cleared-with-body-only',
    what: 'refuses to clear the caches where the request has no body',
    breaks: ['content/helper-routes-without-body'],
    inFront: refuses(
      (request) =>
        to('POST', '/host/cache-plugin/v1/clear_all_caches')(request) && request.body.length === 0,
      refusal(400, 'invalid_json', 'The body is not JSON.'),
    ),
  },
]);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofEmbeds, ...ofPlugins];
