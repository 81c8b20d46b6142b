// Reads and builds every answer and the bodies that are choices, with the types that openapi-typescript generates.

import type { components as Content, operations as ContentOperations } from './content.js';
import type { components as Integration, operations } from './integration.js';

type Entry = Integration['schemas']['DependencyEntry'];
type Zone = Integration['schemas']['TimezoneEntry'];
type Dependencies = operations['dependencies']['responses'][200]['content']['application/json'];
type Timezones = operations['timezones']['responses'][200]['content']['application/json'];
type Denied = operations['timezones']['responses'][401]['content']['application/json'];
type Index = ContentOperations['index']['responses']['2XX']['content']['application/json'];
type Uploads = NonNullable<ContentOperations['mediaCreate']['requestBody']>['content'];
type Edit = Content['schemas']['MediaEditRequest'];

/** Fails to compile where the generator gave up. */
type Known<T> = unknown extends T ? never : [T] extends [never] ? never : T;

export function readDependencies(answer: Dependencies): readonly string[] {
  const entry: Known<Entry> | undefined = answer.data.crm;
  const shows: boolean = entry?.show_hostname ?? false;
  const code: Known<''> = answer.error_code;
  return [
    ...(entry?.fields ?? []).map((field) => `${field['@code']} ${field.required}`),
    code,
    `${shows}`,
  ];
}

export function readTimezones(answer: Timezones): readonly string[] {
  return answer.data.timezones.map(({ label, value }: Zone): string => {
    const zone: Known<Zone['value']> = value;
    return `${label} ${zone.toUpperCase()}`;
  });
}

export function readDenied({ data, status, status_code, message }: Denied): string {
  const none: null = data;
  const isFine: false = status;
  const code: 401 = status_code;
  return `${none} ${isFine} ${code} ${message}`;
}

export function readIndex({ authentication, routes, namespaces, gmt_offset }: Index): string {
  const passwords: Known<Index['authentication']['application-passwords']> =
    authentication['application-passwords'];
  const address: string =
    'endpoints' in passwords ? passwords.endpoints.authorization : passwords.authorization;
  const methods = Object.values(routes).flatMap((route) => {
    const links: readonly string[] = (route._links?.self ?? []).map(({ href }) => href);
    const batch: boolean = route.endpoints.some(({ allow_batch }) => allow_batch?.v1 === true);
    return [...route.methods, ...links, `${batch}`];
  });
  return [address, gmt_offset, ...namespaces, ...methods].join();
}

const success = {
  additional_data: {},
  error_code: '',
  message: 'Done.',
  status: 200,
  success: true,
} as const;

export const dependencies: Dependencies = {
  ...success,
  data: {
    crm: {
      fields: [{ '@code': 'key', label: 'Key', required: 'true', type: 'text' }],
      show_hostname: true,
    },
  },
};

export const timezones: Timezones = {
  ...success,
  data: { timezones: [{ label: 'Berlin (Europe/Berlin)', value: 'Europe/Berlin' }] },
};

export const denied: Denied = {
  data: null,
  message: 'No.',
  response_status: 401,
  status: false,
  status_code: 401,
};

export const index: Index = {
  name: 'Docs',
  description: '',
  url: 'https://site.example',
  home: 'https://site.example',
  gmt_offset: '0',
  timezone_string: '',
  page_for_posts: 0,
  page_on_front: 0,
  show_on_front: 'posts',
  namespaces: ['cms/v2'],
  authentication: {
    'application-passwords': { endpoints: { authorization: 'https://site.example/authorize' } },
  },
  routes: {
    '/cms/v2': {
      namespace: 'cms/v2',
      methods: ['GET'],
      endpoints: [
        {
          methods: ['GET'],
          args: { context: { description: 'Scope.' } },
          allow_batch: { v1: true },
        },
      ],
      _links: { self: [{ href: 'https://site.example/cms/v2' }] },
    },
  },
};

export const edit: Edit = {
  src: 'https://site.example/a.png',
  modifiers: [
    { type: 'flip', args: { flip: { horizontal: true, vertical: false } } },
    { type: 'rotate', args: { angle: 90 } },
    { type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } },
  ],
};

type Modifier = NonNullable<Edit['modifiers']>[number];
// @ts-expect-error a modifier has `args`
export const unfinished: Modifier = { type: 'flip' };

export const form: Uploads['multipart/form-data'] = { alt_text: 'A square.', file: '' };
export const bytes: Known<Uploads['*/*']> = '';
