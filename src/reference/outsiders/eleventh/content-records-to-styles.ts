import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { bodies, eachRecord, edited, isGood, isIn, to } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const WRITES = 'POST|PUT|PATCH';

const ofRecords = inFamily(FAMILY, []);

const ofWrites = inFamily(FAMILY, [
  // section 2.2: a `slug` is unique within its type
  {
    name: 'pages-slug-taken-twice',
    what: 'shows a new page under the slug that it asked for, though another page has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const ofAll = to(`GET|${WRITES}`, '/cms/v2/pages(?:/\\d+)?');
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofAll(request) || !isGood(reply)) return reply;
        const { slug } = membersOf(jsonIn(request));
        if (request.method !== 'GET' && typeof slug === 'string') {
          const page = membersOf(jsonIn(reply));
          const isNew = to('POST', '/cms/v2/pages')(request);
          const isNumbered = String(page.slug).replace(/-\d+$/, '') === slug && page.slug !== slug;
          if (isNew && isNumbered) taken.set(String(page.id), slug);
          else taken.delete(String(page.id));
        }
        return edited(reply, (value) =>
          eachRecord(value, (page) => ({
            ...page,
            ...(isIn(page, 'slug') && { slug: taken.get(String(page.id)) ?? page.slug ?? '' }),
          })),
        );
      };
    },
  },
  // section 2.4: `angle` of a rotation is in degrees clockwise
  {
    name: 'media-rotates-the-other-way',
    what: 'turns media counter-clockwise',
    breaks: [],
    at: ['content/media/*'],
    undetected: 'what a picture shows is in no answer',
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) =>
      Array.isArray(body.modifiers)
        ? { ...body, modifiers: listIn(body.modifiers).map((one) => turnedBack(membersOf(one))) }
        : body,
    ),
  },
]);

function turnedBack(modifier: ReturnType<typeof membersOf>) {
  const args = membersOf(modifier.args);
  return modifier.type === 'rotate' && typeof args.angle === 'number'
    ? { ...modifier, args: { ...args, angle: (360 - (args.angle % 360)) % 360 } }
    : modifier;
}

const ofTheRest = inFamily(FAMILY, []);

export const faultsOfRecordsToStyles = [...ofRecords, ...ofWrites, ...ofTheRest];
