import type { ContentVariation } from '../../content/deviation.ts';
import { answers, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

function edited(members: Members, edit: (member: Members, name: string) => Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, edit(membersOf(member), name)]),
  );
}

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'args-with-examples',
    '2.1: that an `args` entry has no further members is not said; it has a title and an example',
    answers(to('GET', '/'), (value) => {
      const index = membersOf(value);
      const routes = edited(membersOf(index.routes), (route) => ({
        ...route,
        endpoints: listIn(route.endpoints)
          .map(membersOf)
          .map((one) => ({
            ...one,
            args: edited(membersOf(one.args), (arg, name) => ({
              title: name,
              ...arg,
              example: null,
            })),
          })),
      }));
      return { ...index, routes };
    }),
  ),
];
