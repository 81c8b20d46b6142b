import { inFamily } from '../../content/deviation.ts';
import { bodies, isObject, records, to, without } from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

export const faultsOfRecords = inFamily(FAMILY, [
  // section 2.3: `caption` of media is an object, be it empty or not
  {
    name: 'fresh-l-media-caption-flat-when-empty',
    what: 'writes an empty caption of media as an empty text',
    breaks: ['content/record/types-in-reads'],
    inFront: records(to('GET', '/cms/v2/media(?:/\\d+)?'), (medium) =>
      membersOf(medium.caption).rendered === '' ? { ...medium, caption: '' } : medium,
    ),
  },
  // section 4.2: PATCH takes the fields of pages, as POST and PUT do
  {
    name: 'fresh-l-patch-forgets-excerpt',
    what: 'does not write the excerpt of a PATCH of a page',
    breaks: [
      'content/state/patch-updates',
      'content/pages/update/patch/body/excerpt/type',
      'content/pages/update/patch/body/excerpt/raw/type',
    ],
    inFront: bodies(to('PATCH', '/cms/v2/pages/\\d+'), (body) => without(body, 'excerpt')),
  },
  // section 2.3: `title` of a template is a text, or an object with `raw`
  {
    name: 'fresh-l-template-title-object-lost',
    what: 'does not write the title of a new template or part where it comes as an object',
    breaks: [
      'content/written/title-elsewhere',
      'content/templates/create/body/title/raw/type',
      'content/template-parts/create/body/title/raw/type',
    ],
    inFront: bodies(to('POST', '/cms/v2/(?:templates|template-parts)'), (body) =>
      isObject(body.title) ? without(body, 'title') : body,
    ),
  },
]);
