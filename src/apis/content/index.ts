/** The content API of a documentation site. */

import type { Api, CredentialProbe } from '../api.ts';
import { about } from './about.ts';
import { discoverFacts } from './facts.ts';
import { inspect } from './inspect.ts';
import { mayFindNothing, mayRefuse } from './may-refuse.ts';
import { extendContract } from './site-index/extend.ts';

/** Which routes need a credential is not shown, so that one request may tell nothing where the next one does. */
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
  facts: [],
  trials: () => TRIALS,
  discoverFacts,
  inspect,
  extendContract,
  mayRefuse,
  mayFindNothing,
  baseIn: (origin, path, query) => {
    if (/(?:^|&)rest_route=/.test(query)) {
      return { url: origin + path.replace(/\/(?:index\.php)?$/, '') };
    }
    const at = path.search(/\/cms\/v2(?:\/|$)/);
    return at < 0 ? undefined : { url: origin + path.slice(0, at), routing: 'path' };
  },
} as const satisfies Api;
