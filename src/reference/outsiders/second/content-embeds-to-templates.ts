import { inFamily as contentFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { asking, FAMILY, plain } from './tools.ts';

export const faultsOfEmbedsToTemplates = contentFamily(FAMILY, [
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'template-force-to-trash',
    what: 'moves a template to the trash under force, and says that it is deleted',
    breaks: ['content/state/force-deletes'],
    inFront: plain(async (request, ask) => {
      const forced = ['true', '1'].includes(request.query.get('force') ?? '');
      const template = request.route.startsWith('/cms/v2/templates/');
      const revision = /\/revisions\/\d+$/.test(request.route);
      if (request.method !== 'DELETE' || !template || revision || !forced) return ask(request);
      const answer = await ask(asking(request, { force: 'false' }));
      const previous = jsonIn(answer);
      if (answer.status !== 200 || previous === undefined) return answer;
      return withJson(answer, { deleted: true, previous });
    }),
  },
]);
