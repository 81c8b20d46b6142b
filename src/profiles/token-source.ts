import type { TokenSource } from '../model/index.ts';
import { baseUrlOf } from './base-url.ts';
import type { Environment } from './environment.ts';

export type TokenEntry =
  | { readonly command: readonly string[] }
  | {
      readonly oauth: {
        readonly url: string;
        readonly clientId: string;
        readonly clientSecret: string;
        readonly clientAuth?: 'basic' | 'body';
        readonly scope?: string;
        readonly audience?: string;
      };
    };

/**
 * The source of a token, as the transport needs it.
 * @param at `folder`: where a command runs, with `env` as its environment; `api`: whose token it is
 * @throws TouchstoneError 'usage' for an invalid URL
 */
export function tokenSourceOf(
  entry: TokenEntry,
  at: { readonly env: Environment; readonly folder: string; readonly api: string },
): TokenSource {
  if ('command' in entry) {
    return { kind: 'command', words: entry.command, folder: at.folder, env: at.env };
  }
  const { url, clientId, clientSecret, clientAuth = 'basic', ...form } = entry.oauth;
  const whose = `the token endpoint of the ${at.api} API`;
  return {
    kind: 'client-credentials',
    url: baseUrlOf(url, whose),
    clientId,
    clientSecret,
    clientAuth,
    form,
  };
}
