import { writeFileSync } from 'node:fs';

/** One request and its answer, as a browser would have seen them. */
export interface HarExchange {
  readonly method?: string;
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Body of the request. */
  readonly body?: string;
  readonly status?: number;
  readonly type?: string;
  /** Body of the answer. */
  readonly text: string;
}

/** Writes a HAR file, one exchange a second. */
export function writeHar(file: string, exchanges: readonly HarExchange[]): string {
  const entries = exchanges.map(
    ({ method = 'GET', url, headers = [], body, status = 200, text, ...more }, at) => {
      const type = more.type ?? 'application/json';
      const pairs = headers.map(([name, value]) => ({ name, value }));
      const mimeType = pairs.find(({ name }) => /^content-type$/i.test(name))?.value ?? '';
      return {
        startedDateTime: new Date(Date.UTC(2026, 10, 20, 8, 15, at)).toISOString(),
        time: 20,
        request: {
          ...{ method, url, httpVersion: 'HTTP/1.1', cookies: [], headers: pairs, queryString: [] },
          ...{ headersSize: -1, bodySize: body?.length ?? 0 },
          ...(body !== undefined && { postData: { mimeType, text: body } }),
        },
        response: {
          ...{ status, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '' },
          headers: [{ name: 'Content-Type', value: type }],
          content: { size: text.length, mimeType: type, text },
          ...{ headersSize: -1, bodySize: -1 },
        },
        cache: {},
        timings: { send: 0, wait: 20, receive: 0 },
      };
    },
  );
  const log = { version: '1.2', creator: { name: 'browser', version: '1' }, pages: [], entries };
  writeFileSync(file, JSON.stringify({ log }));
  return file;
}
