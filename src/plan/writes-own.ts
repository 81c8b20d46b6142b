import type { FormFile, Json, PlannedRequest, Reference, Step, Values } from '../model.ts';

/** Begins every slug, or else title, of what a run creates. */
export const OWN = 'touchstone';

/** An image of 8 by 8 pixels, as a PNG. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAALElEQVR4AX3BAQ2AABADsZK8jtOJe3Cw9uH9QgghhHAynUwn08l0Mp1MJ9MPwzQDORItNgwAAAAASUVORK5CYII=';

/** Text of a plain sentence, which no server has a reason to change. */
export function text(words: string): Json {
  return { raw: words };
}

/** What is written into an object to begin with; absent for collections that nothing is created in. */
const BEGINNINGS: { readonly [collection: string]: (slug: string) => Values } = {
  posts: page,
  pages: page,
  blocks: page,
  'menu-items': (slug) => ({
    title: text(titleOf(slug)),
    url: 'https://example.com/',
    status: 'draft',
  }),
  templates: layout,
  'template-parts': layout,
  media: (slug) => ({ title: text(titleOf(slug)) }),
};

function page(slug: string): Values {
  return {
    title: text(titleOf(slug)),
    content: text('Written by a test run, and removed at its end.'),
    slug,
    status: 'draft',
  };
}

function layout(slug: string): Values {
  return { slug, title: text(titleOf(slug)), content: text('Written by a test run.') };
}

export function titleOf(slug: string): string {
  return slug.replaceAll('-', ' ');
}

/** The least body that creates an object of a collection; `undefined` where a run creates none. */
export function beginningOf(collection: string, slug: string): Values | undefined {
  return BEGINNINGS[collection]?.(slug);
}

/**
 * Collections whose objects can be created and then removed again. What the document shows no way of
 * removing (navigation) or of creating (global styles) is not written to.
 */
export function isOwnable(collection: string): boolean {
  return Object.hasOwn(BEGINNINGS, collection);
}

/** The step that creates an object for later steps to work on. Media get a file, as an image needs one. */
export function creation(id: string, collection: string, slug: string, title?: string): Step {
  const operation = `content/${collection}/create`;
  if (collection !== 'media') {
    const titled = title === undefined ? {} : { title: text(title) };
    const body = { ...beginningOf(collection, slug), ...titled };
    return step(id, 'setup', requestTo(operation, {}, {}, body));
  }
  // How a file travels is not shown. Where a site wants it otherwise, what builds on it is blocked.
  return step(id, 'setup', {
    ...requestTo(operation, {}, {}, undefined),
    headers: [fileNamed(slug)],
    body: { kind: 'bytes', base64: PIXELS, contentType: 'image/png' },
  });
}

/** An image under a name of its own, as sites of this kind take one from a form. */
export function fileFor(slug: string): FormFile {
  return { field: 'file', name: `${slug}.png`, base64: PIXELS, contentType: 'image/png' };
}

function fileNamed(slug: string): readonly [string, string] {
  return ['content-disposition', `attachment; filename="${slug}.png"`];
}

/** The same file under another name: cases that travel side by side have objects of their own. */
export function withFileName(one: Step, slug: string): Step {
  const { body } = one.request;
  switch (body.kind) {
    case 'bytes':
      return { ...one, request: { ...one.request, headers: [fileNamed(slug)] } };
    case 'form': {
      const file = { ...body.file, name: fileFor(slug).name };
      return { ...one, request: { ...one.request, body: { ...body, file } } };
    }
    default:
      return one;
  }
}

/** The step that removes for good what another step created. */
export function removal(of: string, collection: string): Step {
  const request = requestTo(
    `content/${collection}/delete`,
    { id: idOf(of) },
    { force: true },
    undefined,
  );
  return step(`remove-${of}`, 'cleanup', request);
}

/** Reads what a step created, with its raw texts. */
export function reading(id: string, of: string, collection: string): Step {
  const request = requestTo(
    `content/${collection}/get`,
    { id: idOf(of) },
    { context: 'edit' },
    undefined,
  );
  return step(id, 'setup', request);
}

export function idOf(step: string): Json {
  return from(`${step}#/id`);
}

export function from($from: string, into?: string): Json {
  const reference: Reference = into === undefined ? { $from } : { $from, in: into };
  return { ...reference };
}

export function requestTo(
  operation: string,
  path: Values,
  query: Values,
  body: Json | undefined,
): PlannedRequest {
  return {
    operation,
    path,
    query,
    headers: [],
    body: body === undefined ? { kind: 'none' } : { kind: 'json', value: body },
    credential: { kind: 'valid' },
  };
}

export function step(id: string, role: Step['role'], request: PlannedRequest): Step {
  return { id, role, request };
}
