import { answering, hearing } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { mayBreakGrids } from './consequences.ts';

const LISTS = { method: 'GET', avoids: ['/{id}', '/lookup'] };
const LIST_OF_POSTS = { is: '/cms/v2/posts', method: 'GET' };

export const faultsOfSingleLists = inFamily('list parameters', [
  {
    name: 'slugs-forgotten-when-asked-again',
    what: 'leaves the slugs aside of a list in their order, when the same is asked again',
    breaks: ['content/lists/shows-what-was-asked'],
    alter: (parts) => {
      const asked = new Set<string>();
      return hearing(LISTS, (checked) => {
        if (checked.params.orderby !== 'include_slugs') return checked;
        const query = JSON.stringify(checked.params);
        if (!asked.has(query)) {
          asked.add(query);
          return checked;
        }
        const { slug: _, ...params } = checked.params;
        return { params, given: new Set([...checked.given].filter((name) => name !== 'slug')) };
      })(parts);
    },
  },
  {
    name: 'order-ignored-beside-sticky',
    what: 'lists sticky posts by date, regardless of the requested order',
    breaks: ['content/lists/shows-order-asked'],
    alter: hearing(LIST_OF_POSTS, ({ params, given }) => ({
      params: params.sticky === true ? { ...params, orderby: 'date' } : params,
      given,
    })),
  },
  {
    name: 'first-twice-beside-tax-relation',
    what: 'shows the first record twice in a list that is asked for with tax_relation',
    breaks: ['content/lists/shows-each-once'],
    ...mayBreakGrids('tax_relation'),
    alter: (parts) => {
      let isAsked = false;
      const interpreted = hearing(LISTS, (checked) => {
        isAsked = checked.given.has('tax_relation');
        return checked;
      })(parts);
      return answering(LISTS, (value) => {
        if (!isAsked || !Array.isArray(value)) return value;
        return [...value.slice(0, 1), ...value];
      })(interpreted);
    },
  },
]);
