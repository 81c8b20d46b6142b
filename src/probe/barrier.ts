/** Recognises the barrier in front of a target by one answer: one sentence and one hint for each kind. */

import type { IndexPlace } from '../apis/index.ts';
import type { Validate } from '../contract/index.ts';
import { type Answer, fieldOf, isObject, type Operation } from '../model/index.ts';

export type BarrierKind =
  | 'login-wall'
  | 'elsewhere'
  | 'linked'
  | 'gate'
  | 'firewall'
  | 'login'
  | 'page'
  | 'other';

export interface Barrier {
  readonly kind: BarrierKind;
  /** The answer to the request, as the end of a sentence. */
  readonly what: string;
  readonly hint: string;
}

/** True if an answer has a form that the document shows: of a success, or of a refusal. */
export function isDocumented(answer: Answer, operation: Operation, validate: Validate): boolean {
  const { status, body } = answer;
  if (status >= 300 && status < 400) return false;
  const value = body.content.kind === 'json' ? body.content.value : undefined;
  const shown = operation.answers.filter((one) =>
    status < 300 ? one.status < 300 : one.status === status,
  );
  if (status < 300) return value !== undefined || shown.some(({ schema }) => schema === undefined);
  if (!isObject(value)) return false;
  const { refusal } = operation;
  return shown.length > 0 || refusal === undefined || validate(refusal, value).length === 0;
}

/** Words of addresses and titles of pages that ask for a login. */
const SIGN_IN = /log-?\s?in|sign-?\s?in|sso|saml|oauth|openid|\/auth|anmeld|einlog|connexion/i;
const PASSWORD_FIELD = /<input[^>]{0,200}type=["']?password/i;

/** Marks that firewalls leave in their answers. */
const FIREWALL_FIELDS = [
  'cf-ray',
  'cf-mitigated',
  'x-sucuri-id',
  'x-iinfo',
  'x-waf',
  'x-akamai-request-id',
];
const FIREWALL_TEXT =
  /access denied|request (was )?(blocked|rejected)|not acceptable|forbidden|firewall|security (check|policy)|captcha|mod_security|attention required|just a moment/i;
const FIREWALL_STATUS: ReadonlySet<number> = new Set([403, 405, 406, 418, 429, 503]);

/**
 * @param baseUrl what the API's requests are joined to
 * @param index the index that the answer names
 */
export function barrierIn(answer: Answer, baseUrl: string, index?: IndexPlace): Barrier {
  const { status, headers } = answer;
  const location = fieldOf(headers, 'location');
  if (status >= 300 && status < 400 && location !== undefined) {
    return redirected(status, location, baseUrl);
  }
  const html = htmlIn(answer);
  const title = html === undefined ? '' : titleIn(html);
  const named = title === '' ? '' : ` ("${title}")`;
  const challenge = fieldOf(headers, 'www-authenticate') ?? fieldOf(headers, 'proxy-authenticate');
  if (challenge !== undefined && answer.body.content.kind !== 'json') {
    const scheme = challenge.replace(/,.*/s, '').slice(0, 80);
    return {
      kind: 'gate',
      what: `answered with HTTP ${status} by a gate that asks for a login of its own (${scheme})`,
      hint: 'open the gate for this client, or give what it wants with `headers` in the profile',
    };
  }
  if (html !== undefined && (SIGN_IN.test(title) || PASSWORD_FIELD.test(html))) {
    return {
      kind: 'login-wall',
      what: `answered with HTTP ${status} and a sign-in page${named}`,
      hint: 'give the header or cookie of a session with `headers` or `cookies` in the profile',
    };
  }
  const isMarked = FIREWALL_FIELDS.some((name) => fieldOf(headers, name) !== undefined);
  const text = html ?? (answer.body.content.kind === 'text' ? answer.body.content.text : '');
  if (FIREWALL_STATUS.has(status) && (isMarked || FIREWALL_TEXT.test(text.slice(0, 10_000)))) {
    return {
      kind: 'firewall',
      what: `answered with HTTP ${status} and a page of a firewall${named}`,
      hint: 'ask for an exception for this client, or give another `User-Agent` with `headers` in the profile',
    };
  }
  // Answers of the API itself name it as well.
  if (index !== undefined && index.url !== baseUrl && answer.body.content.kind !== 'json') {
    return {
      kind: 'linked',
      what: `answered with HTTP ${status} and a page${named} whose Link header names an index at ${index.link}`,
      hint: `write \`url: ${index.url}\` and \`routing: ${index.routing}\` in the profile, as \`touchstone init\` does`,
    };
  }
  if (status === 401) {
    return {
      kind: 'login',
      what: 'answered with HTTP 401: it wants a login for everything',
      hint: 'set the variables of the credential, or check them',
    };
  }
  const body = html === undefined ? kindOf(answer) : `a page in HTML${named}`;
  return {
    kind: html === undefined ? 'other' : 'page',
    what: `answered with HTTP ${status} and ${body}, where the document shows JSON`,
    hint: 'is this the address of the API?',
  };
}

function redirected(status: number, location: string, baseUrl: string): Barrier {
  const target = URL.canParse(location, baseUrl) ? new URL(location, baseUrl) : undefined;
  const place = target === undefined ? location : `${target.origin}${target.pathname}`;
  if (SIGN_IN.test(location)) {
    return {
      kind: 'login-wall',
      what: `answered with HTTP ${status}, which leads to a sign-in page (${place})`,
      hint: 'give the header or cookie of a session with `headers` or `cookies` in the profile',
    };
  }
  const isOther = target !== undefined && target.origin !== new URL(baseUrl).origin;
  return {
    kind: 'elsewhere',
    what: `answered with HTTP ${status}, which leads to ${isOther ? `another origin (${target.origin})` : place}`,
    hint: isOther
      ? 'give that address, if it is the target: no credential is sent to another origin'
      : 'give the address that it leads to',
  };
}

function htmlIn({ headers, body }: Answer): string | undefined {
  if (body.content.kind !== 'text') return undefined;
  const { text } = body.content;
  const type = fieldOf(headers, 'content-type') ?? '';
  return /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text) ? text : undefined;
}

function titleIn(html: string): string {
  const [, title = ''] = /<title[^>]{0,100}>([^<]{0,200})/i.exec(html) ?? [];
  return title.replace(/\s+/g, ' ').trim().slice(0, 80);
}

function kindOf({ body }: Answer): string {
  const { kind } = body.content;
  if (kind === 'json') return 'JSON of another form';
  return kind === 'empty' ? 'no body' : 'a body that is not JSON';
}

/** A key that is equal for answers with the same page, ignoring differences between requests. */
export function pageOf(answer: Answer, baseUrl: string): string {
  const { status, headers, body } = answer;
  const location = fieldOf(headers, 'location');
  if (location !== undefined && URL.canParse(location, baseUrl)) {
    const { origin, pathname } = new URL(location, baseUrl);
    return `${status} ${origin} ${SIGN_IN.test(location) ? pathname : ''}`;
  }
  const html = htmlIn(answer);
  if (html !== undefined) {
    const tags = html.slice(0, 50_000).match(/<[a-z][a-z0-9]*/gi) ?? [];
    return `${status} ${titleIn(html)} ${tags.join('')}`;
  }
  const { content } = body;
  if (content.kind === 'text') {
    return `${status} ${content.text.slice(0, 500).replace(/[\da-f]{6,}|\d+|\/\S+/gi, '#')}`;
  }
  if (content.kind !== 'json') return `${status} ${content.kind}`;
  const value = content.value;
  const members = isObject(value) ? Object.entries(value) : [];
  const shape = members.map(
    ([name, one]) => `${name}=${typeof one === 'string' ? one.slice(0, 80) : typeof one}`,
  );
  return `${status} ${shape.join(' ').replace(/[\da-f]{6,}|\d+|\/\S+/gi, '#')}`;
}
