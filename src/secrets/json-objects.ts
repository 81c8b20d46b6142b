/** What the members of an object of JSON say of each other: which of them is a secret whose own name does not say so. */

import { isUnguessable } from './guessing.ts';
import { fromJson, type JsonMember, type JsonNode } from './json-tree.ts';
import { type Certainty, certaintyOf, isMany } from './names.ts';
import { MARKED, PRIVATE_MEMBER, SECRET_TYPE } from './secret-names.ts';

export interface ImpliedSecret {
  readonly node: JsonNode;
  readonly called: string;
  readonly certainty: Certainty;
}

type Find = (pattern: RegExp) => JsonMember | undefined;
type Read = (member: JsonMember | undefined) => string;

/** How certain it is where something else may be called so. */
export function weaker(certainty: Certainty): Certainty {
  return certainty === 'certain' ? 'likely' : certainty;
}

export function impliedSecrets(
  text: string,
  members: readonly JsonMember[],
): readonly ImpliedSecret[] {
  if (members.length < 2) return [];
  const find: Find = (pattern) => members.find(({ name }) => pattern.test(name));
  const read: Read = (member) =>
    member?.value.kind === 'string'
      ? fromJson(text.slice(member.value.start, member.value.end))
      : '';
  return [
    ...ofValue(text, members, find, read),
    ...ofVariables(find, read),
    ...ofArguments(find, read),
    ...ofExpiring(members, find, read),
    ...(isKey(members) ? ofKey(members) : []),
    ...(read(find(/^kind$/)) === 'Secret' ? ofManifest(find) : []),
  ];
}

/** Returns true if an object is a key as RFC 7517 has it: all but few of its members are public. */
export function isKey(members: readonly JsonMember[]): boolean {
  return members.some(({ name }) => name === 'kty');
}

/** `{"name": "API_KEY", "value": …}`, `{"path": "/user/password", "value": …}`, `{"sensitive": true, "value": …}`. */
function ofValue(
  text: string,
  members: readonly JsonMember[],
  find: Find,
  read: Read,
): readonly ImpliedSecret[] {
  const value = members.find((each) => each.value.kind === 'string' && PAIR_VALUE.test(each.name));
  if (!value) return [];
  const node = value.value;
  const isMarked = members.some(
    (each) => MARKED.test(each.name) && text.slice(each.value.start, each.value.end) === 'true',
  );
  if (isMarked) return [{ node, called: 'secret', certainty: 'certain' }];
  const name = members.find((each) => each.value.kind === 'string' && PAIR_NAME.test(each.name));
  const called = read(name).replace(name?.name === 'path' ? /^.*\// : '', '');
  const certainty = SECRET_NAME.test(called) ? certaintyOf(called) : undefined;
  // A field of a form may be called so, and have a text beside it; a thing that is about secrets may have an id.
  const isSure = !isMany(called) && name?.name !== 'id' && SURE_VALUE.test(value.name);
  if (certainty) return [{ node, called, certainty: isSure ? certainty : weaker(certainty) }];
  const isTyped = /^value$/i.test(value.name) && SECRET_TYPE.test(read(find(/^type$/i)));
  return isTyped ? [{ node, called: 'secret', certainty: 'likely' }] : [];
}

/** What else stands under these is a text. */
export const SECRET_NAME = /^[\w.$[\]-]{3,80}$/;

const PAIR_NAME =
  /^(?:(?:parameter|option|output|attribute)?(?:name|key)|field|header|variable|param|parameter|option|path|id)$/i;
const SURE_VALUE = /^(?:(?:parameter|output|attribute)?value|val|string|stringValue)$/i;
const PAIR_VALUE =
  /^(?:(?:parameter|output|attribute|default_?)?value|val|content|text|data|string|stringValue)$/i;

/** `{"method": "login", "params": ["bob", …]}`, as JSON-RPC calls it. */
function ofArguments(find: Find, read: Read): readonly ImpliedSecret[] {
  const given = find(/^(?:params|args|arguments)$/)?.value;
  if (given?.kind !== 'list' || !LOGIN.test(read(find(/^method$/)))) return [];
  return given.items.map((node) => ({ node, called: 'password', certainty: 'likely' }));
}

/** Odoo has a password in each call. */
const LOGIN = /(?:^|[._/])(?:login|log_?in|logon|sign_?in|auth|authenticate|execute_kw)$/i;

/** GraphQL: `login(password: $p)`, and `p` among the variables. */
function ofVariables(find: Find, read: Read): readonly ImpliedSecret[] {
  const variables = find(/^variables$/)?.value;
  if (variables?.kind !== 'object') return [];
  const given = [...read(find(/^query$/)).matchAll(/(?<argument>\w+)\s*:\s*\$(?<name>\w+)/g)];
  return given.flatMap(({ groups: { argument = '', name = '' } = {} }) => {
    const certainty = certaintyOf(argument);
    const node = variables.members.find((each) => each.name === name)?.value;
    return certainty && node ? [{ node, called: argument, certainty }] : [];
  });
}

/** `{"handle": "…", "exp": 1750000000}`: what nobody could guess and ends at a time lets somebody in. */
function ofExpiring(
  members: readonly JsonMember[],
  find: Find,
  read: Read,
): readonly ImpliedSecret[] {
  if (members.length > MOST_BESIDE || !find(/^exp(?:ir(?:es|y|ation))?(?:_?(?:at|in|on))?$/i))
    return [];
  return members.flatMap((member) => {
    const value = read(member);
    const isRandom = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/=~-]{32,400}$/.test(value);
    if (!isRandom || NO_HANDLE.test(member.name) || !isUnguessable(value)) return [];
    return [{ node: member.value, called: 'secret', certainty: 'vague' }];
  });
}

const MOST_BESIDE = 5;
const NO_HANDLE =
  /(?:id|hash|digest|sum|etag|cursor|next|after|before|name|path|file|image|data|content|public_?key)$/i;

function ofKey(members: readonly JsonMember[]): readonly ImpliedSecret[] {
  return members.flatMap(({ name, value: node }) =>
    PRIVATE_MEMBER.test(name) ? [{ node, called: 'private_key', certainty: 'certain' }] : [],
  );
}

/** A Secret of Kubernetes. */
function ofManifest(find: Find): readonly ImpliedSecret[] {
  return [find(/^data$/), find(/^stringData$/)].flatMap((each) =>
    each?.value.kind !== 'object'
      ? []
      : each.value.members.map(({ value: node }) => ({
          ...{ node, called: 'secret', certainty: 'certain' as const },
        })),
  );
}
