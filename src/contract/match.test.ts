import { describe, expect, it } from 'vitest';
import type { WireStyle } from '../model/index.ts';
import { loadContract } from './contract.ts';
import { matcherOf } from './match.ts';

const { operations } = loadContract();
const QUERY: WireStyle = {
  arrays: 'brackets',
  routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
};
const PATH: WireStyle = { arrays: 'brackets', routing: { kind: 'path' } };

describe('a request', () => {
  const content = matcherOf(operations, 'content', QUERY);
  const integration = matcherOf(operations, 'integration', PATH);

  it.each<readonly [string, string, string | undefined]>([
    ['GET', '/index.php?rest_route=/', 'content/index'],
    ['GET', '/?rest_route=/cms/v2/posts&per_page=5', 'content/posts/list'],
    ['GET', '/index.php?per_page=5&rest_route=%2Fcms%2Fv2%2Fposts', 'content/posts/list'],
    ['GET', '/index.php?rest_route=/cms/v2/posts/', 'content/posts/list'],
    ['POST', '/index.php?rest_route=/cms/v2/posts', 'content/posts/create'],
    ['DELETE', '/index.php?rest_route=/cms/v2/posts/17&force=true', 'content/posts/delete'],
    ['GET', '/index.php?rest_route=/cms/v2/templates/lookup&slug=x', 'content/templates/lookup'],
    ['GET', '/index.php?rest_route=/cms/v2/templates/theme//home', 'content/templates/get'],
    ['GET', '/index.php?rest_route=/cms/v2/posts/abc', undefined],
    ['GET', '/index.php', undefined],
    ['GET', '/', undefined],
    ['GET', '/about?rest_route=/cms/v2/posts', undefined],
    ['OPTIONS', '/index.php?rest_route=/cms/v2/posts', undefined],
  ])('%s %s asks the content API for %s', (method, target, id) => {
    expect(content(method, target)?.operation.id).toBe(id);
  });

  it.each<readonly [string, string, string | undefined]>([
    ['GET', '/api/get/all/timezones', 'integration/timezones'],
    ['POST', '/api/get/system/dependencies', 'integration/dependencies'],
    ['GET', '/api/get/system/dependencies', undefined],
    ['GET', '/api/get/all', undefined],
  ])('%s %s asks the integration API for %s', (method, target, id) => {
    expect(integration(method, target)?.operation.id).toBe(id);
  });

  it('has its parameters decoded, and its route in plain spelling', () => {
    const found = content('GET', '/?a=1&rest_route=%2Fcms%2Fv2%2Ftemplates%2Fmy%20theme%2F%2Fhome');
    expect(found?.path).toEqual({ id: 'my theme//home' });
    expect(found?.target).toBe('/index.php?rest_route=/cms/v2/templates/my%20theme//home&a=1');
  });

  it('is matched for every operation as it is written', () => {
    const all = operations.filter(({ document }) => document === 'content');
    const missed = all.filter(({ id, method, route, parameters }) => {
      const filled = route.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        const schema = parameters.find((one) => one.name === name)?.schema;
        return schema?.['x-segments'] === true ? 'theme//home' : '7';
      });
      return content(method, `/index.php?rest_route=${filled}`)?.operation.id !== id;
    });
    expect(missed.map(({ id }) => id)).toEqual([]);
  });
});
