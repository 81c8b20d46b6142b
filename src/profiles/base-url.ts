import { TouchstoneError } from '../model/index.ts';

/**
 * A base URL as requests are joined to it: without a slash at its end.
 * @param whose what the URL is of, such as `the content API`
 * @throws TouchstoneError 'usage' for what is no base URL
 */
export function baseUrlOf(text: string, whose: string): string {
  const fault = urlFault(text);
  if (fault !== undefined) {
    throw new TouchstoneError('usage', `the URL of ${whose} ${fault}`, HINT);
  }
  return new URL(withoutRoute(text)).href.replace(/\/$/, '');
}

/** A sentence for each address of an index: requests add the route themselves. */
export function addressNotes(urls: {
  readonly [api: string]: string | undefined;
}): readonly string[] {
  return Object.entries(urls).flatMap(([name, url = '']) =>
    withoutRoute(url) === url
      ? []
      : [
          `${url} is the index of the ${name} API, and requests add the route themselves: write ${withoutRoute(url)}`,
        ],
  );
}

/** Sites print the address of their index so: the route is what requests add. */
function withoutRoute(text: string): string {
  return text.replace(/\/(index\.php)?\?rest_route=(\/|%2F)?$/i, '');
}

const HINT = 'write it in full, such as http://127.0.0.1:8080 or https://staging.example/api';

/** Returns what is wrong with a base URL, or undefined. It shows neither user nor password. */
export function urlFault(given: string): string | undefined {
  const text = withoutRoute(given);
  if (text.trim() === '') return 'is empty';
  const port = Number(/^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1] ?? 0);
  if (port > MOST_PORT) return `has the port ${port}, and the greatest is ${MOST_PORT}`;
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) {
    return `is ${JSON.stringify(text.replace(/\/\/.*@/, '//').replace(/\?.*$/s, '?...'))}, which is not an http or https URL`;
  }
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') {
    return 'has a user or a password in it: give `user` and `password` (or `token`) in the profile or by environment';
  }
  if (text.includes('?')) return 'has a query (from the ? on); a base URL is a host and a path';
  if (text.includes('#')) return 'has a fragment (from the # on); a base URL is a host and a path';
  return undefined;
}

const MOST_PORT = 65_535;
