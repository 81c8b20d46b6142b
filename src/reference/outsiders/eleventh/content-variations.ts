import type { ContentVariation } from '../../content/deviation.ts';
import { answers, isIn, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

function edited(members: Members, edit: (member: Members, name: string) => Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, edit(membersOf(member), name)]),
  );
}

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'index-without-descriptions',
    '2.1: the words of the descriptions of parameters are not said; they are the names',
    answers(to('GET', '/'), (value) => {
      const index = membersOf(value);
      const described = (arg: Members, name: string) =>
        isIn(arg, 'description') ? { ...arg, description: `Parameter ${name}` } : arg;
      const routes = edited(membersOf(index.routes), (route) => ({
        ...route,
        endpoints: listIn(route.endpoints)
          .map(membersOf)
          .map((one) => ({ ...one, args: edited(membersOf(one.args), described) })),
      }));
      return { ...index, routes };
    }),
  ),
];
