import type { Answer } from '../../model/index.ts';
import type { IndexPlace } from '../api.ts';

/** The index in the Link header of a page, on the same origin (RFC 8288); undefined without one. */
export function indexIn({ headers }: Answer, asked: string): IndexPlace | undefined {
  const links = headers.filter(([name]) => name.toLowerCase() === 'link').map(([, value]) => value);
  const [, href = ''] =
    /<([^>]{1,2000})>\s*;[^,]*rel="?https?:\/\/api\.[^"\s,;]+/i.exec(links.join(', ')) ?? [];
  if (href === '' || !URL.canParse(href, asked)) return undefined;
  const link = new URL(href, asked);
  // A credential is not sent to another origin.
  if (link.origin !== new URL(asked).origin) return undefined;
  const [site = '', route] = link.href.split(/\/(?:index\.php)?\?rest_route=/);
  return route === undefined
    ? { link: link.href, url: site.replace(/\/$/, ''), routing: 'path' }
    : { link: link.href, url: site, routing: 'query' };
}
