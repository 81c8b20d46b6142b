/** Secrets in trees of JSON, by the names of members, of their parents, and of their siblings. */

import type { Budget } from './budget.ts';
import { isCodeOfDigits, isSecret, SHORTEST_PASSWORD } from './guessing.ts';
import { fromJson, type JsonMember, type JsonNode, jsonTreesIn } from './json-tree.ts';
import { areLabels } from './language.ts';
import { type Certainty, certaintyOf, isMany, isValueName, ratingOf } from './names.ts';
import { partsOf } from './parts.ts';
import type { Place, TextSpan } from './place.ts';
import { type MemberRules, NO_MEMBERS } from './rules.ts';
import { ABOUT_OTHERS, MARKED, PRIVATE_MEMBER, SECRET_TYPE } from './words.ts';

export interface JsonPlaces {
  readonly found: readonly Place[];
  /** Values that the rules of a profile keep. */
  readonly kept: readonly TextSpan[];
  readonly trees: readonly TextSpan[];
  /** Their texts that are no secrets as a whole, and may have some in them. */
  readonly texts: readonly NamedText[];
}

export interface NamedText extends TextSpan {
  readonly name: string;
}

/** The nearest name that says that a value is a secret. */
interface Inside {
  readonly certainty: Certainty;
  readonly many: boolean;
  /** True next to the name of an account. */
  readonly ofAccount?: boolean;
}

/** A value that another member names. */
interface Implied {
  readonly node: JsonNode | undefined;
  readonly called: string;
  readonly certainty: Certainty | undefined;
}

const ASKED: Inside = { certainty: 'certain', many: true };

/** The secrets in the trees of JSON that a text has. */
export function jsonPlaces(
  text: string,
  budget: Budget,
  rules: MemberRules = NO_MEMBERS,
): JsonPlaces {
  const trees = jsonTreesIn(text, budget);
  const found: Place[] = [];
  const kept: TextSpan[] = [];
  const texts: NamedText[] = [];
  // One for all: a copy for each of thousands of values takes more room than the values.
  const path: string[] = [];
  const add = (places: readonly Place[]): boolean => {
    for (const place of places) {
      budget.place();
      found.push(place);
    }
    return places.length > 0;
  };
  const walk = (node: JsonNode, outer: Inside | undefined, isKey: boolean): void => {
    if (rules.keep(path)) {
      kept.push(node);
      return;
    }
    let inside = rules.redact(path) ? ASKED : outer;
    if (node.kind === 'string' || node.kind === 'plain') {
      const rating = isKey ? inside : (inside ?? unnamed(path, node));
      const isSecret = rating !== undefined && add(valuePlaces(text, node, path, rating));
      if (node.kind === 'plain' || isSecret) return;
      const name = path.findLast((each) => !/^\d+$/.test(each)) ?? '';
      texts.push({ start: node.start, end: node.end, name: isKey ? 'public' : name });
      return;
    }
    const { kind, members } = node;
    // All but few members of a key (RFC 7517) are public.
    const isPublic = members.some(({ name }) => name === 'kty');
    if (isPublic && inside !== ASKED) inside = undefined;
    for (const { node: value, called, certainty } of impliedBy(text, node, path)) {
      if (value === undefined || certainty === undefined) continue;
      add(valuePlaces(text, value, [...path, called], { certainty, many: false }));
    }
    const labels =
      kind === 'list' || inside === ASKED
        ? []
        : [...labelsIn(text, members), ...ticketsIn(text, members)];
    const ofAccount = kind !== 'list' && hasAccount(text, members);
    for (const { name, value } of members) {
      if (labels.includes(value)) continue;
      const named = kind === 'list' ? inside : insideOf(name, inside, path.at(-1));
      const within = ofAccount && named && named !== ASKED ? { ...named, ofAccount } : named;
      path.push(name);
      walk(value, within, isPublic);
      path.pop();
    }
  };
  for (const tree of trees) walk(tree, undefined, false);
  return { found, kept, trees, texts };
}

/** The values under names of secrets in an object that holds the texts of an interface. */
function labelsIn(text: string, members: readonly JsonMember[]): readonly JsonNode[] {
  const strings = members.filter(({ value }) => value.kind === 'string');
  const named = strings.filter(({ name }) => certaintyOf(name) !== undefined);
  if (named.length === 0 || strings.length < 3) return [];
  const values = strings.map(({ value }) => textOf(text, value));
  const pairs = named.map(({ name, value }) => [name, textOf(text, value)] as const);
  return areLabels(values, pairs) ? named.map(({ value }) => value) : [];
}

/** A pass in an object that is about no account is a ticket or a step, if it is called by words. */
function ticketsIn(text: string, members: readonly JsonMember[]): readonly JsonNode[] {
  const passes = members.filter(({ name }) => /^pass$/i.test(name));
  if (passes.length === 0 || passes.length === members.length || find(members, ACCOUNT)) return [];
  return passes
    .map(({ value }) => value)
    .filter((value) => /^\p{L}+(?: (?:\p{L}+|\d{1,3}))*$/u.test(textOf(text, value)));
}

/** Returns true if a member names an account: in one word, as no label does that says more. */
function hasAccount(text: string, members: readonly JsonMember[]): boolean {
  return members.some(
    ({ name, value }) =>
      value.kind === 'string' &&
      ACCOUNT.test(name) &&
      certaintyOf(name) === undefined &&
      /^\S+$/.test(textOf(text, value)),
  );
}

const ACCOUNT =
  /^(?:u|id|usr|nick)$|user|login|log_?in|account|mail|host|server|port$|database|^db|url|addr|^ip$|ssid|name|client|proxy|remember|ssl|tls|crypt|auth/i;

/** The secret parts of a value that stands under the name of a secret. */
function valuePlaces(
  text: string,
  { kind, start, end }: JsonNode,
  path: readonly string[],
  inside: Inside,
): readonly Place[] {
  const raw = text.slice(start, end);
  const last = path.at(-1) ?? '';
  if (kind === 'plain') {
    const isSecret = inside === ASKED || isSecretNumber(inside, last, raw);
    return isSecret ? [{ value: raw, start, end, quoted: true }] : [];
  }
  if (kind !== 'string') return [];
  const isAbout = path.slice(0, -1).some((each) => ABOUT_OTHERS.test(each));
  const certainty = isAbout ? weaker(inside.certainty) : inside.certainty;
  const name = path.findLast((each) => certaintyOf(each) !== undefined) ?? last;
  const called = /^\d+$/.test(last) ? name : last;
  return partsOf(name, raw, start, fromJson).filter(
    ({ value, isCredential }) =>
      inside === ASKED ||
      isSecret(
        called,
        isCredential ? 'certain' : certainty,
        value,
        inside.ofAccount ? 'account' : 'field',
      ),
  );
}

/** Returns true if a number is a code, or a password of digits; ids are other numbers, and what is many is counted. */
function isSecretNumber({ certainty, many }: Inside, name: string, raw: string): boolean {
  if (certainty === 'code') return isCodeOfDigits(name, raw);
  const isSure = certainty === 'certain' || /^(?:access_?|auth_?)?token$/i.test(name);
  return isSure && !many && !/id$/i.test(name) && /^\d{6,}$/.test(raw);
}

/** A name that says nothing leaves it to the value, unless a name around it says what both are. */
function unnamed(path: readonly string[], { start, end }: JsonNode): Inside | undefined {
  if (end - start < SHORTEST_PASSWORD) return undefined;
  // A list has items of one kind, such as IDs.
  if (/^\d+$/.test(path.at(-1) ?? '')) return undefined;
  const own = path.at(-1) ?? '';
  const name =
    ratingOf(own) === 'unnamed' ? own : (path.findLast((each) => !isValueName(each)) ?? '');
  if (ratingOf(name) !== 'unnamed') return undefined;
  return { certainty: 'unnamed', many: false };
}

function insideOf(name: string, outer: Inside | undefined, container = ''): Inside | undefined {
  if (outer === ASKED) return ASKED;
  // `{"mfa": {"code": …}}` is a `mfa_code`.
  const joined = /^(?:code|key|salt)$/i.test(name)
    ? certaintyOf(`${container}_${name}`)
    : undefined;
  const own = joined ?? certaintyOf(name);
  if (own !== undefined || isMany(name)) return { certainty: own ?? 'likely', many: isMany(name) };
  if (outer === undefined || isValueName(name)) return outer;
  return outer.many ? { certainty: 'likely', many: true } : undefined;
}

function impliedBy(text: string, node: JsonNode, path: readonly string[]): readonly Implied[] {
  const { kind, members } = node;
  if (kind === 'list') return impliedByItems(text, members, path);
  if (members.length < 2) return [];
  const secretKind = textOf(text, find(members, /^kind$/)?.value) === 'Secret';
  const manifest = secretKind
    ? members.filter(({ name }) => /^(?:data|stringData)$/.test(name))
    : [];
  const isKey = members.some(({ name }) => name === 'kty');
  const secrets = [
    ...manifest.flatMap((each) => each.value.members),
    ...(isKey ? members.filter(({ name }) => PRIVATE_MEMBER.test(name)) : []),
  ];
  return [...secrets.map(({ value }) => sure(value)), ...impliedByName(text, members)];
}

function sure(node: JsonNode): Implied {
  return { node, called: 'secret', certainty: 'certain' };
}

function find(members: readonly JsonMember[], pattern: RegExp): JsonMember | undefined {
  return members.find(({ name }) => pattern.test(name));
}

function textOf(text: string, node: JsonNode | undefined): string {
  return node?.kind === 'string' ? fromJson(text.slice(node.start, node.end)) : '';
}

const PAIR_NAME =
  /^(?:(?:parameter|option|output|attribute|meta|config|setting|property)?_?(?:name|key)|field|header|variable|param|parameter|option|path|id|title|label)$/i;
const PAIR_VALUE =
  /^(?:(?:parameter|option|output|attribute|meta|config|setting|property|default)?_?value|val|content|text|data|string|stringValue)$/i;
const SURE_VALUE =
  /^(?:(?:parameter|option|output|attribute|meta|config|setting|property)?_?value|val|string|stringValue)$/i;

/** Longer ones are texts. */
const SECRET_NAME = /^[\w.$[\]-]{3,80}$/;

/** `{"name": "API_KEY", "value": …}`, `{"path": "/user/password", "value": …}`, `{"sensitive": true, "value": …}`. */
function impliedByName(text: string, members: readonly JsonMember[]): readonly Implied[] {
  const value = members.find((each) => each.value.kind === 'string' && PAIR_VALUE.test(each.name));
  if (!value) return [];
  const isMarked = members.some(
    (each) => MARKED.test(each.name) && text.slice(each.value.start, each.value.end) === 'true',
  );
  if (isMarked) return [sure(value.value)];
  const name = members.find((each) => each.value.kind === 'string' && PAIR_NAME.test(each.name));
  const called = textOf(text, name?.value).replace(name?.name === 'path' ? /^.*\// : '', '');
  const certainty = SECRET_NAME.test(called) ? certaintyOf(called) : undefined;
  // A field of a form may have such a name and a text.
  const isSure =
    !isMany(called) &&
    !/^(?:id|title|label)$/i.test(name?.name ?? '') &&
    SURE_VALUE.test(value.name);
  if (certainty) {
    return [{ node: value.value, called, certainty: isSure ? certainty : weaker(certainty) }];
  }
  if (SECRET_NAME.test(called) && ratingOf(called) === 'unnamed' && isSure) {
    return [{ node: value.value, called, certainty: 'unnamed' }];
  }
  const type = textOf(text, find(members, /^type$/i)?.value);
  const isTyped = /^value$/i.test(value.name) && SECRET_TYPE.test(type);
  return isTyped ? [{ ...sure(value.value), certainty: 'likely' }] : [];
}

/** The certainty of a name that may be the name of something else. */
function weaker(certainty: Certainty): Certainty {
  return certainty === 'certain' ? 'likely' : certainty;
}

/** Members in which two texts are a name and its value. */
const FIELDS = /headers?$|params?$|parameters|query|form|cookies|env|variables/i;

/** A header field as a pair, and an option of a command with its value after it. */
function impliedByItems(
  text: string,
  items: readonly JsonMember[],
  path: readonly string[],
): readonly Implied[] {
  const isField = items.length === 2 && path.some((each) => FIELDS.test(each));
  return items.flatMap(({ value }, at): readonly Implied[] => {
    const node = items[at + 1]?.value;
    const called = textOf(text, value);
    const certainty = SECRET_NAME.test(called) ? certaintyOf(called) : undefined;
    // Two names are a list of names, such as `required` of a schema.
    if (certainty === undefined || certaintyOf(textOf(text, node)) !== undefined) return [];
    const isSure = isField || /^--/.test(called);
    // `DatabaseCredentials` is in a list of names.
    const isName = items.length > 2 && /^(?:[A-Z]\d?[a-z]*){2,}$/.test(textOf(text, node));
    const doubtful = isName ? 'vague' : weaker(certainty);
    return [{ node, called, certainty: isSure ? certainty : doubtful }];
  });
}
