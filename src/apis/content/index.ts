/** The content API of a documentation site. */

import type { Names, Operation } from '../../model/index.ts';
import type { Api, ApiBase, CredentialProbe } from '../api.ts';
import { about } from './about.ts';
import { discoverFacts } from './facts.ts';
import { indexIn } from './index-link.ts';
import { inspect } from './inspect.ts';
import { mayFindNothing, mayRefuse } from './may-refuse.ts';
import { extendContract } from './site-index/extend.ts';

/** The document does not say which routes need a credential, so several are tried. */
const TRIALS: readonly CredentialProbe[] = [
  { operation: 'content/posts/list', query: { context: 'edit', per_page: 1 } },
  { operation: 'content/templates/list' },
  { operation: 'content/posts/list', query: { status: ['draft'], per_page: 1 } },
  { operation: 'content/posts/list', query: { per_page: 1 } },
  { operation: 'content/sign-on/is-user-logged-in', byBody: true },
];

export const content = {
  name: 'content',
  scheme: 'Basic',
  routings: {
    query: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
    path: { kind: 'path' },
  },
  about,
  facts: {},
  trials: () => TRIALS,
  readsWithLogin,
  discoverFacts,
  inspect,
  indexIn,
  extendContract,
  mayRefuse,
  mayFindNothing,
  baseIn,
} as const satisfies Api;

/** Lists of all collections in the context that shows what only editors see. */
function readsWithLogin(operations: readonly Operation[]): readonly CredentialProbe[] {
  return operations
    .filter(
      ({ document, action, parent, parameters }) =>
        document === 'content' &&
        action === 'list' &&
        parent === undefined &&
        parameters.some(({ name }) => name === 'context') &&
        !parameters.some(({ required }) => required),
    )
    .map(({ id }) => ({ operation: id, query: { context: 'edit' } }));
}

const MAIN = 'cms/v2';

function baseIn(origin: string, path: string, query: string, names?: Names): ApiBase | undefined {
  const route = new URLSearchParams(query).get('rest_route');
  const words = Object.values(names ?? { MAIN }).filter((word) => word.includes('/'));
  const placeIn = (text: string) =>
    words.map((word) => `${text}/`.indexOf(`/${word}/`)).find((at) => at >= 0);
  if (route !== null && (names === undefined || placeIn(route) === 0)) {
    return { url: origin + path.replace(/\/(?:index\.php)?$/, '') };
  }
  const at = placeIn(path);
  return at === undefined ? undefined : { url: origin + path.slice(0, at), routing: 'path' };
}
