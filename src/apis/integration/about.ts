import type { About } from '../../contract/index.ts';

/** The description of the API in an exported contract. */
export const about: About = {
  title: 'Integration service: helper endpoints',
  description:
    'What the fields are that systems need, and which timezones there are. Content types, limits, and statuses other than those below are not shown by the document.',
  base: { name: 'base_url', stand: 'https://platform.example' },
  routings: ['path'],
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
};
