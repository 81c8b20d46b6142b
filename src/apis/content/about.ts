import type { About } from '../../contract/index.ts';

/** The description of the API in an exported contract. */
export const about: About = {
  title: 'Documentation site: content API',
  description:
    'Content of the documentation site. The document shows requests; of answers it shows the body of the site index and nothing else. How lists and objects travel in a query is not shown either: this description uses brackets, `include[]=1` and `categories[operator]=AND`, which is what Touchstone sends unless told otherwise.',
  base: { name: 'site_base_url', stand: 'https://site.example' },
  routings: ['path', 'query'],
  statuses: false,
  uploads: ['media'],
  // The document does not say which routes need a credential, so none is required here.
  security: [{}, { applicationPassword: [] }],
  schemes: {
    applicationPassword: {
      type: 'http',
      scheme: 'basic',
      description:
        'Section 5. The index lists one method, `application-passwords`. How its credentials are sent, which routes need them and what happens without them is not shown; HTTP Basic is what Touchstone sends.',
    },
  },
};
