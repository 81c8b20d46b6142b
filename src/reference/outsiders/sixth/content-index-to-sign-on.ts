import { inFamily } from '../../content/deviation.ts';
import { answers, type StandsBefore, to } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofProxy = to('GET', '/oembed/1.0/proxy');

function index(edit: (members: Members) => Members): StandsBefore {
  return answers(to('GET', '/'), (value) => edit(membersOf(value)));
}

function eachRoute(edit: (route: Members, pattern: string) => Members): StandsBefore {
  return index((members) => ({
    ...members,
    routes: Object.fromEntries(
      Object.entries(membersOf(members.routes)).map(([pattern, route]) => [
        pattern,
        edit(membersOf(route), pattern),
      ]),
    ),
  }));
}

function eachEndpoint(edit: (endpoint: Members, pattern: string) => Members): StandsBefore {
  return eachRoute((route, pattern) => ({
    ...route,
    endpoints: listIn(route.endpoints).map((endpoint) => edit(membersOf(endpoint), pattern)),
  }));
}

const ofTheIndex = inFamily(FAMILY, [
  // section 2.1: `methods` is an array of string
  {
    name: 'methods-as-map',
    what: 'writes the methods of an endpoint as an object with true for each',
    breaks: ['content/index/endpoint/methods'],
    inFront: eachEndpoint((endpoint) => ({
      ...endpoint,
      methods: Object.fromEntries(listIn(endpoint.methods).map((one) => [String(one), true])),
    })),
  },
]);

const ofBatches = inFamily(FAMILY, []);

const ofHelpers = inFamily(FAMILY, [
  // section 4.2, embed and proxy: `url` (string, URI, required)
  {
    name: 'proxy-any-url',
    what: 'takes a url of the proxy that is no URI for the address of the site',
    breaks: ['content/oembed/proxy/query/url/format'],
    inFront: () => async (request, ask) => {
      const url = request.query.get('url') ?? '';
      if (!ofProxy(request) || url === '' || URL.canParse(url)) return ask(request);
      return {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ version: '1.0', type: 'link', url }),
      };
    },
  },
]);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofHelpers];
