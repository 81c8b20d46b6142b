import type { Json } from '../../model.ts';
import {
  type Alter,
  answering,
  everyNth,
  fault,
  isMembers,
  listed,
  replying,
  without,
} from './altering.ts';
import type { Fault } from './deviation.ts';
import { isRefusal } from './refusal.ts';

const moody = (name: string, what: string, alter: Alter): Fault =>
  fault('intermittent', name, what, alter);

function lessOf(value: Json, ...names: readonly string[]): Json {
  return isMembers(value) ? without(value, ...names) : value;
}

/** Faults that come and go. */
export const moodyFaults: readonly Fault[] = [
  moody('every-fifth-list-short', 'leaves a record out of every fifth list', (parts) =>
    answering(
      { method: 'GET', is: '/cms/v2/posts' },
      (value) => listed(value, (list) => list.slice(1)),
      everyNth(5),
    )(parts),
  ),
  moody('every-seventh-read-empty', 'answers every seventh read with an empty title', (parts) =>
    answering(
      { method: 'GET', is: '/cms/v2/posts/{id}' },
      (value) => (isMembers(value) ? { ...value, title: {} } : value),
      everyNth(7),
    )(parts),
  ),
  moody(
    'every-fourth-trash-final',
    'deletes every fourth for good that is to be trashed',
    (parts) => {
      const due = everyNth(4);
      return {
        ...parts,
        discard: (item, call) =>
          due({ method: 'DELETE', template: '', params: {}, count: 0 })
            ? parts.destroy(item, call)
            : parts.discard(item, call),
      };
    },
  ),
  moody('every-third-list-turned-round', 'lists the other way round every third time', (parts) =>
    answering(
      { method: 'GET', is: '/cms/v2/pages' },
      (value) => listed(value, (list) => [...list].reverse()),
      everyNth(3),
    )(parts),
  ),
  moody('every-sixth-index-short', 'leaves routes out of every sixth index', (parts) =>
    answering({ is: '/' }, (value) => lessOf(value, 'routes'), everyNth(6))(parts),
  ),
  moody('every-tenth-answer-late-page', 'gives the page after every tenth time', (parts) => {
    const due = everyNth(10);
    return {
      ...parts,
      slice(items, params, site) {
        const late = due({ method: 'GET', template: '', params, count: 0 });
        const page = typeof params.page === 'number' ? params.page : 1;
        const slice = late ? parts.slice(items, { ...params, page: page + 1 }, site) : undefined;
        return slice === undefined || isRefusal(slice) ? parts.slice(items, params, site) : slice;
      },
    };
  }),
  moody('every-third-creation-unwell', 'answers every third creation with 500', (parts) => {
    const due = everyNth(3);
    return replying({ method: 'POST', is: '/cms/v2/posts' }, (result, leaving) =>
      due(leaving) ? { ...result, status: 500 } : result,
    )(parts);
  }),
];
