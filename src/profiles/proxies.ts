import { type Proxies, type Target, TouchstoneError } from '../model/index.ts';
import type { Environment } from './environment.ts';

/**
 * The proxies of a target: what the profile says, or else HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 * Lower-case names take precedence, as with curl. Variables never apply to loopback.
 *
 * @param own `proxy` of the profile
 * @throws TouchstoneError 'usage' for a proxy in the environment that is no URL
 */
export function proxiesOf(
  own: string | undefined,
  environment: Environment,
): Pick<Target, 'proxies'> {
  if (own === 'none') return {};
  if (own !== undefined) return { proxies: { always: own, except: '' } };
  const [http, https] = [proxyIn(environment, 'HTTP_PROXY'), proxyIn(environment, 'HTTPS_PROXY')];
  if (http === undefined && https === undefined) return {};
  const proxies: Proxies = {
    ...(http && { http }),
    ...(https && { https }),
    except: environment.no_proxy ?? environment.NO_PROXY ?? '',
  };
  return { proxies };
}

function proxyIn(environment: Environment, name: string): string | undefined {
  const found = environment[name.toLowerCase()] || environment[name];
  if (!found) return undefined;
  const text = found.includes('://') ? found : `http://${found}`;
  const fault = proxyFault(text);
  if (fault === undefined) return text;
  throw new TouchstoneError(
    'usage',
    `the environment variable ${name} ${fault}`,
    'give it the URL of an HTTP proxy, such as http://proxy.example:3128; or set `proxy: none` in the profile',
  );
}

/** Returns what is wrong with the URL of a proxy, or undefined. It may contain a user and a password. */
export function proxyFault(text: string): string | undefined {
  if (text === 'none') return undefined;
  const { protocol, hostname, pathname } = URL.canParse(text) ? new URL(text) : NO_URL;
  const isProxy = /^https?:$/.test(protocol) && hostname !== '' && pathname === '/';
  return isProxy ? undefined : 'is not the http or https URL of a proxy';
}

const NO_URL = { protocol: '', hostname: '', pathname: '' };
