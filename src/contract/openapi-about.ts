/** What is said of each API as a whole when its contract is exported, in our words. */

import type { DocumentName, Json } from '../model.ts';

export interface About {
  readonly title: string;
  readonly description: string;
  /** The base address as the document writes it, and one that stands for it. */
  readonly base: { readonly name: string; readonly stand: string };
  /** Whether the document shows the HTTP statuses of its answers. */
  readonly statuses: boolean;
  readonly security: readonly Json[];
  readonly schemes: { readonly [name: string]: Json };
}

export const ABOUT: { readonly [D in DocumentName]: About } = {
  integration: {
    title: 'Integration service: helper endpoints',
    description:
      'What the fields are that systems need, and which timezones there are. Content types, limits, and statuses other than those below are not shown by the document.',
    base: { name: 'base_url', stand: 'https://platform.example' },
    statuses: true,
    security: [{ bearer: [] }],
    schemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          'Section 5. How a token is obtained, how long it lives and its scopes: not shown.',
      },
    },
  },
  content: {
    title: 'Documentation site: content API',
    description:
      'Content of the documentation site. The document shows requests; of answers it shows the body of the site index and nothing else. How lists and objects travel in a query is not shown either: this description uses brackets, `include[]=1` and `categories[operator]=AND`, which is what Touchstone sends unless told otherwise.',
    base: { name: 'site_base_url', stand: 'https://site.example' },
    statuses: false,
    // The document does not say which routes need a credential, so none is demanded here.
    security: [{}, { applicationPassword: [] }],
    schemes: {
      applicationPassword: {
        type: 'http',
        scheme: 'basic',
        description:
          'Section 5. The index lists one method, `application-passwords`. How its credentials are sent, which routes need them and what happens without them is not shown; HTTP Basic is what Touchstone sends.',
      },
    },
  },
};
