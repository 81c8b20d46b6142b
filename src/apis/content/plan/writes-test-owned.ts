import { sameJson } from '../../../contract/index.ts';
import {
  type FormFile,
  type Json,
  requestTo,
  type Step,
  type Values,
} from '../../../model/index.ts';
import { idOf, step } from '../../../plan/stage.ts';

/** A PNG image of 40 by 24 pixels: its sides differ from each other, and from 100. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAYCAIAAAAH5iiXAAAAN0lEQVR42mO4Y6RPNlLrvkQ2Yhi1eNTiUYtHLR61mGiLW2eSj7Z2ko9GLR61eNTiUYtHLSYaAQCl/Mp9UIUh4wAAAABJRU5ErkJggg==';

/** Text of a plain sentence, which no server has a reason to change. */
export function text(words: string): Json {
  return { raw: words };
}

/** The initial fields of an object; absent for collections without creation. */
const BEGINNINGS: { readonly [collection: string]: (slug: string) => Values } = {
  posts: page,
  pages: page,
  blocks: page,
  'menu-items': (slug) => ({
    title: text(titleOf(slug)),
    url: urlOf(slug),
    status: 'draft',
  }),
  templates: layout,
  'template-parts': layout,
  media: (slug) => ({ title: text(titleOf(slug)), slug }),
};

/** The URL distinguishes menu items, which have no slug. */
function urlOf(slug: string): string {
  return `https://example.com/${slug}`;
}

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

/** The minimal body that creates an object; `undefined` if a run creates none. */
export function beginningOf(collection: string, slug: string): Values | undefined {
  return BEGINNINGS[collection]?.(slug);
}

/**
 * Collections whose objects can be created and removed. Excludes navigation (no documented removal) and global styles
 * (no creation).
 */
export function isOwnable(collection: string): boolean {
  return Object.hasOwn(BEGINNINGS, collection);
}

/** The step that creates an object for later steps. Media get a file, as an image needs one. */
export function creation(id: string, collection: string, slug: string, title?: string): Step {
  const operation = `content/${collection}/create`;
  if (collection !== 'media') {
    const titled = title === undefined ? {} : { title: text(title) };
    const body = { ...beginningOf(collection, slug), ...titled };
    return step(id, 'setup', requestTo(operation, {}, {}, body));
  }
  // The encoding of file uploads is unspecified. If a site needs another one, dependent steps are blocked.
  return step(id, 'setup', {
    ...requestTo(operation, {}, {}, undefined),
    headers: [fileNamed(slug)],
    body: { kind: 'bytes', base64: PIXELS, contentType: 'image/png' },
  });
}

/** An image with its own name, in the form that sites of this kind accept. */
export function fileFor(slug: string): FormFile {
  return { field: 'file', name: `${slug}.png`, base64: PIXELS, contentType: 'image/png' };
}

function fileNamed(slug: string): readonly [string, string] {
  return ['content-disposition', `attachment; filename="${slug}.png"`];
}

/** The same file with another name, as parallel cases have their own objects. */
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

/** The step that permanently removes an object of another step. */
export function removal(of: string, collection: string): Step {
  const request = requestTo(
    `content/${collection}/delete`,
    { id: idOf(of) },
    { force: true },
    undefined,
  );
  return step(`remove-${of}`, 'cleanup', request);
}

export function renamed(step: Step, slug: string, own: string): Step {
  const { body } = step.request;
  if (step.id === 'own' && body.kind === 'bytes') return withFileName(step, `${slug}-${own}`);
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return step;
  if (Array.isArray(body.value)) return step;
  const value = body.value as { readonly [name: string]: Json };
  const ownSlug = `${slug}-${own}${step.id === 'own' ? '' : `-${step.id}`}`;
  // The request is about another slug or title.
  const names = {
    ...(value.slug === slug && { slug: ownSlug }),
    ...(value.url === urlOf(slug) && { url: urlOf(ownSlug) }),
    ...(value.title !== undefined &&
      sameJson(value.title, text(titleOf(slug))) && { title: text(titleOf(ownSlug)) }),
  };
  if (Object.keys(names).length === 0) return step;
  return {
    ...step,
    request: { ...step.request, body: { ...body, value: { ...value, ...names } } },
  };
}
