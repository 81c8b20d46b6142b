import { sameJson } from '../../../contract/index.ts';
import {
  type FormFile,
  type Json,
  requestTo,
  type Step,
  type Values,
} from '../../../model/index.ts';
import { idOf, step } from '../../../plan/stage.ts';

/** An image of 40 by 24 pixels, as a PNG: its sides are not of the same length, nor of 100 pixels. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAYCAIAAAAH5iiXAAAAN0lEQVR42mO4Y6RPNlLrvkQ2Yhi1eNTiUYtHLR61mGiLW2eSj7Z2ko9GLR61eNTiUYtHLSYaAQCl/Mp9UIUh4wAAAABJRU5ErkJggg==';

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
    url: urlOf(slug),
    status: 'draft',
  }),
  templates: layout,
  'template-parts': layout,
  media: (slug) => ({ title: text(titleOf(slug)), slug }),
};

/** An item of a menu has no slug: where it leads tells it from others, whatever its title. */
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

/** Objects that are created side by side have slugs of their own. */
export function renamed(step: Step, slug: string, own: string): Step {
  const { body } = step.request;
  if (step.id === 'own' && body.kind === 'bytes') return withFileName(step, `${slug}-${own}`);
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return step;
  if (Array.isArray(body.value)) return step;
  const value = body.value as { readonly [name: string]: Json };
  const ownSlug = `${slug}-${own}${step.id === 'own' ? '' : `-${step.id}`}`;
  // Another slug or title is what the request is about.
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
