import { inFamily } from '../../content/deviation.ts';
import {
  bodies,
  isGood,
  isIn,
  isObject,
  memoryless,
  queries,
  records,
  to,
  without,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

export const faultsOfRecordsToProxy = inFamily(FAMILY, [
  // section 2.2: `excerpt` has `raw` in the edit context
  {
    name: 'fresh-m-pages-list-excerpt-without-raw',
    what: 'leaves out the raw excerpt of the pages of a list in the edit context',
    breaks: ['content/lists/context-edit-texts'],
    inFront: records(to('GET', '/cms/v2/pages'), (page) =>
      isObject(page.excerpt) ? { ...page, excerpt: without(page.excerpt, 'raw') } : page,
    ),
  },
  // section 2.2: `protected` of the excerpt tells whether a password protects it
  {
    name: 'fresh-m-pages-protected-excerpt-says-false',
    what: 'says of no excerpt of a page that it is protected',
    breaks: ['content/record/protected'],
    inFront: records(to('GET', '/cms/v2/pages(?:/\\d+)?'), (page) =>
      isObject(page.excerpt) && isIn(page.excerpt, 'protected')
        ? { ...page, excerpt: { ...page.excerpt, protected: false } }
        : page,
    ),
  },
  // section 4.2: a post is created with `meta`; section 2.2: it has `footnotes`
  {
    name: 'fresh-m-posts-create-loses-footnotes',
    what: 'does not write the meta of a new post',
    breaks: [
      'content/written/meta',
      'content/posts/create/body/meta/type',
      'content/posts/create/body/meta/footnotes/type',
    ],
    inFront: bodies(to('POST', '/cms/v2/posts'), (body) => without(body, 'meta')),
  },
  // section 4.2: one autosave of a post can be read
  {
    name: 'fresh-m-posts-autosave-reads-the-post',
    what: 'shows the post itself where one of its autosaves is asked for',
    breaks: ['content/state/autosave-kept'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/cms/v2/posts/\\d+/autosaves/\\d+')(request) && isGood(reply)
        ? ask({ ...request, route: request.route.replace(/\/autosaves.*/, '') })
        : reply;
    }),
  },
  // section 4.2: autosaves of templates take their fields; section 2.3: `title` is a text, or an object with `raw`
  {
    name: 'fresh-m-template-autosave-title-object-lost',
    what: 'does not keep the title of an autosave of a template where it comes as an object',
    breaks: [
      'content/state/autosave-kept',
      'content/templates/autosaves/create/body/title/raw/type',
    ],
    inFront: bodies(to('POST', '/cms/v2/templates/.+/autosaves'), (body) =>
      isObject(body.title) ? without(body, 'title') : body,
    ),
  },
  // section 2.4: `width` and `height` of a crop are percentages of those of the image
  {
    name: 'fresh-m-crop-width-and-height-swapped',
    what: 'takes the width of a crop for its height, and its height for its width',
    breaks: ['content/media/edit/size'],
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) =>
      Array.isArray(body.modifiers)
        ? { ...body, modifiers: listIn(body.modifiers).map((one) => swapped(membersOf(one))) }
        : body,
    ),
  },
  // section 4.2: `format` of the proxy may be `xml`; it was missed when it was first met
  {
    name: 'fresh-m-proxy-xml-as-json',
    what: 'answers the proxy in JSON where XML is asked for',
    breaks: [],
    at: ['content/oembed/proxy'],
    undetected: 'what a format makes of an answer of the proxy is not shown',
    inFront: queries(to('GET', '/oembed/1.0/proxy'), (pairs) =>
      pairs.filter(([name, value]) => name !== 'format' || value !== 'xml'),
    ),
  },
]);

function swapped(modifier: ReturnType<typeof membersOf>) {
  const args = membersOf(modifier.args);
  const { width, height } = args;
  return modifier.type === 'crop' && width !== undefined && height !== undefined
    ? { ...modifier, args: { ...args, width: height, height: width } }
    : modifier;
}
