import { inFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { bodies, elements, isGood, isObject, to } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofEdits = to('POST', '/cms/v2/media/\\d+/edit');
const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const NUMBERS = ['left', 'top', 'width', 'height'];

/** Whether a modifier is one of section 2.4. */
function isModifier(value: unknown): boolean {
  const { type, args } = membersOf(value as Members);
  const given = membersOf(args);
  const flips = membersOf(given.flip);
  switch (type) {
    case 'flip':
      return [flips.horizontal, flips.vertical].every((one) => typeof one === 'boolean');
    case 'rotate':
      return typeof given.angle === 'number';
    case 'crop':
      return NUMBERS.every((name) => typeof given[name] === 'number');
    default:
      return false;
  }
}

const ofEdited = inFamily(FAMILY, [
  // section 2.4: "Each element of `modifiers` is an object with `type` and `args`, one of"
  {
    name: 'second-modifier-unchecked',
    what: 'passes over modifiers that are none, but for the first',
    breaks: ['content/media/edit/body/modifiers/items/args/required'],
    inFront: bodies(ofEdits, (body) =>
      Array.isArray(body.modifiers)
        ? {
            ...body,
            modifiers: listIn(body.modifiers).filter(
              (one, index) => index === 0 || isModifier(one),
            ),
          }
        : body,
    ),
  },
]);

const ofDeletions = inFamily(FAMILY, [
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'force-deleted-block-still-included',
    what: 'lists a block that was deleted for good, where include asks for it',
    breaks: ['content/state/deleted-is-unlisted'],
    inFront: () => {
      const deleted = new Map<string, Members>();
      return async (request, ask) => {
        if (to('DELETE', '/cms/v2/blocks/\\d+')(request)) {
          const before = membersOf(
            jsonIn(await ask({ ...request, method: 'GET', body: new Uint8Array() })),
          );
          const reply = await ask(request);
          const isForced = request.query.get('force') === 'true';
          if (isGood(reply) && isForced) deleted.set(String(before.id), before);
          return reply;
        }
        const reply = await ask(request);
        if (!isGood(reply) || !to('GET', '/cms/v2/blocks')(request)) return reply;
        const gone = elements(request, 'include').flatMap((id) => deleted.get(id) ?? []);
        return gone.length > 0 ? withJson(reply, [...listIn(jsonIn(reply)), ...gone]) : reply;
      };
    },
  },
]);

const ofRevisions = inFamily(FAMILY, [
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'revision-read-under-wrong-parent',
    what: 'gives a revision under the ID of any post',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const parents = new Map<string, string>();
      return async (request, ask) => {
        const [, collection, asked = '', id = ''] = REVISION.exec(request.route) ?? [];
        const parent = parents.get(id);
        if (request.method === 'GET' && parent !== undefined && parent !== asked) {
          const post = {
            ...request,
            route: `${collection}/${asked}`,
            query: new URLSearchParams(),
          };
          return isGood(await ask(post))
            ? ask({ ...request, route: `${collection}/${parent}/revisions/${id}` })
            : ask(request);
        }
        const reply = await ask(request);
        const [, of = ''] = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route) ?? [];
        for (const one of of !== '' && isGood(reply) ? listIn(jsonIn(reply)) : []) {
          if (isObject(one)) parents.set(String(one.id), of);
        }
        return reply;
      };
    },
  },
]);

export const faultsOfHistory = [...ofEdited, ...ofDeletions, ...ofRevisions];
