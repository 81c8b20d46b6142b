/** Campaigns against servers that alter what they are sent. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../model/index.ts';
import type { ServedRequest } from '../reference/http.ts';
import { campaignOn, json } from './site.fixture.ts';

/** The body of a request, its members altered. */
function altered({ body }: ServedRequest, alter: (name: string, value: unknown) => unknown) {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'), alter) as Json;
  } catch {
    return {};
  }
}

const to32Bits = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value | 0 : value;

/** What a campaign says of a server that shows what was sent to create a post, altered. */
async function alteredBy(alter: (name: string, value: unknown) => unknown) {
  const { report } = await campaignOn(
    (request) => {
      const made = altered(request, alter);
      return request.method === 'POST'
        ? json({ id: 4711, ...Object(made) }, 201)
        : json({ id: 4711 });
    },
    {
      modes: ['edge', 'boundary'],
      only: ['content/posts/create', 'boundary/', 'numbers/'],
      bounds: { runs: 600 },
    },
  );
  return report.findings
    .filter(({ clause }) => clause === 'robust/keeps-values')
    .map(({ places, again }) => ({ places, again }));
}

describe('a number that a server cuts to 32 bits is found', () => {
  it('in a body', async () => {
    const found = await alteredBy((name, value) =>
      name === 'featured_media' ? to32Bits(value) : value,
    );
    expect(found).toEqual([{ places: ['body /featured_media'], again: { times: 4, of: 4 } }]);
  });

  it('as an element of a list', async () => {
    const found = await alteredBy((name, value) =>
      name === 'tags' && Array.isArray(value) ? value.map(to32Bits) : value,
    );
    expect(found).toEqual([{ places: ['body /tags/*'], again: { times: 4, of: 4 } }]);
  });

  it('and nothing is said where all is shown as it was sent', async () => {
    expect(await alteredBy((_, value) => value)).toEqual([]);
  });
});
