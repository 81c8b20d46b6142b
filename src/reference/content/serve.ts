import { type BatchHands, type BatchMember, runBatch } from './batch.ts';
import { readBody } from './body.ts';
import { gate } from './gate.ts';
import { indexRoutes, templateOf } from './index-routes.ts';
import type { MatchedRoute } from './match.ts';
import type { Params } from './params.ts';
import { refusalBody, refusalStatus } from './present.ts';
import { type QueryValue, readQuery } from './query.ts';
import { bodyValue, isRefusal, json, type Refusal, refuse, type SiteResult } from './refusal.ts';
import { remembered } from './remember.ts';
import type { Action } from './routes.ts';
import type { RuleBook } from './rule-book.ts';
import { type Checked, checkParams, type TypedValue } from './rules.ts';
import type { ContentSite, SiteCall, UploadedFile } from './site.ts';
import { describe, namespaceIndex, siteIndex } from './site-index.ts';

/** A request below the base address, over HTTP or as a member of a batch. */
export interface Incoming {
  readonly method: string;
  readonly route: string;
  readonly queryText: string;
  readonly query: ReadonlyMap<string, QueryValue>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'params'; readonly params: Params };
}

interface ServedResult {
  readonly outcome: SiteResult | Refusal;
  /** Methods of the route; empty for an unknown route. */
  readonly methods: readonly string[];
}

interface Prepared {
  readonly call: SiteCall;
  readonly action: Action;
  readonly template: string;
}

/** Data of a running site in addition to its state. */
export interface SiteRun {
  requests: number;
  /** Parsed reads by method, route and query; they depend on nothing else. */
  readonly readings: Map<string, Reading>;
}

interface Reading {
  readonly read: ReadParameters | Refusal;
  readonly checked: Checked | Refusal;
}

export function newRun(): SiteRun {
  return { requests: 0, readings: new Map() };
}

/** Serves one request: finds its route, validates and executes it. */
export function serve(
  incoming: Incoming,
  site: ContentSite,
  book: RuleBook,
  run: SiteRun,
): ServedResult {
  const matched = site.parts.match(incoming.route);
  const methods = matched ? Object.keys(matched.route.actions) : [];
  const prepared = matched ? prepare(incoming, matched, site, book, run) : noRoute(site);
  const outcome = isRefusal(prepared) ? prepared : carryOut(prepared, incoming, site, book, run);
  const leaving = {
    method: incoming.method,
    template: matched?.route.template ?? '',
    params: isRefusal(prepared) ? {} : prepared.call.params,
    count: run.requests,
  };
  run.requests += 1;
  return { outcome: site.parts.answer(outcome, leaving, site), methods };
}

function noRoute(site: ContentSite): Refusal {
  const status = site.choices['unknown-route'] === 'not-found' ? 404 : 400;
  return refuse(status, 'no_route', 'There is no such route.');
}

function actionOf(incoming: Incoming, matched: MatchedRoute, site: ContentSite): Action | Refusal {
  const { actions } = matched.route;
  const method =
    incoming.method === 'HEAD' && site.choices.head === 'answer' ? 'GET' : incoming.method;
  if (method === 'OPTIONS' && site.choices.options === 'describe') {
    return { access: 'free', run: () => describeRoute(matched, site) };
  }
  const action = Object.hasOwn(actions, method) ? actions[method] : undefined;
  if (action) return action;
  const status = site.choices['wrong-method'] === 'not-found' ? 404 : 405;
  const refusal = refuse(status, 'no_route', 'The route does not have this method.');
  return status === 405
    ? { ...refusal, ...(site.choices.allow === 'absent' && allowed(Object.keys(actions))) }
    : refusal;
}

/** HTTP requires Allow with 405, regardless of choices. */
function allowed(methods: readonly string[]): Pick<Refusal, 'headers'> {
  return { headers: [['Allow', methods.join(', ')]] };
}

function describeRoute(matched: MatchedRoute, site: ContentSite): SiteResult {
  const entry = indexRoutes().find(({ pattern }) => templateOf(pattern) === matched.route.template);
  return json(entry ? describe(entry, site) : {});
}

function prepare(
  incoming: Incoming,
  matched: MatchedRoute,
  site: ContentSite,
  book: RuleBook,
  run: SiteRun,
): Prepared | Refusal {
  const action = actionOf(incoming, matched, site);
  if (isRefusal(action)) return action;
  const identity = site.parts.identify(incoming.headers.authorization, site);
  const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
  const look = (): Reading => readingOf(incoming, method, matched, site, book);
  const { read, checked } =
    incoming.method === 'GET' && incoming.body.kind === 'bytes'
      ? remembered(run.readings, `${incoming.route}?${incoming.queryText}`, look)
      : look();
  if (isRefusal(read)) return read;
  const wantsEdit = read.raw.get('context')?.value === 'edit';
  const denial = gate(action.access, wantsEdit, identity, site.choices);
  if (denial && site.choices['order-of-checks'] === 'login') return denial;
  if (isRefusal(checked)) return checked;
  if (denial) return denial;
  const heeded = site.parts.heed(checked, method, matched.route.template);
  const user = identity.kind === 'user' ? identity.user : undefined;
  const lowered = wantsEdit && !user && site.choices['edit-without-login'] === 'view';
  return {
    action,
    template: matched.route.template,
    call: {
      site,
      method,
      route: incoming.route,
      query: incoming.queryText,
      collection: matched.route.collection,
      params: lowered ? { ...heeded.params, context: 'view' } : heeded.params,
      given: heeded.given,
      user,
      ...(read.file && { file: read.file }),
    },
  };
}

/** The parameters of a request, raw and as read by their rules. */
function readingOf(
  incoming: Incoming,
  method: string,
  matched: MatchedRoute,
  site: ContentSite,
  book: RuleBook,
): Reading {
  const read = parametersOf(incoming, matched, site);
  if (isRefusal(read)) return { read, checked: read };
  if (method === 'OPTIONS') return { read, checked: { params: {}, given: new Set() } };
  const rules = book.rules(method, matched.route.template);
  return { read, checked: checkParams(read.raw, rules, site.choices, book.validate) };
}

interface ReadParameters {
  readonly raw: ReadonlyMap<string, TypedValue>;
  readonly file?: UploadedFile;
}

/** All parameters by name. Path parameters override the body, which overrides the query. */
function parametersOf(
  incoming: Incoming,
  matched: MatchedRoute,
  site: ContentSite,
): ReadParameters | Refusal {
  const raw = new Map<string, TypedValue>();
  for (const [name, value] of incoming.query) {
    if (name !== 'rest_route') raw.set(name, { value, typed: false });
  }
  const body = bodyOf(incoming, matched, site);
  if (isRefusal(body)) return body;
  for (const [name, value] of body.params) raw.set(name, { value, typed: body.typed });
  for (const [name, value] of Object.entries(matched.path)) raw.set(name, { value, typed: false });
  return { raw, ...(body.file && { file: body.file }) };
}

function bodyOf(
  incoming: Incoming,
  matched: MatchedRoute,
  site: ContentSite,
): ReturnType<typeof readBody> {
  if (incoming.body.kind === 'params') {
    return { kind: 'read', typed: true, params: new Map(Object.entries(incoming.body.params)) };
  }
  // A body of a GET has no meaning (RFC 9110, 9.3.1).
  const bytes = incoming.method === 'GET' ? new Uint8Array() : incoming.body.bytes;
  return readBody(
    {
      bytes,
      contentType: incoming.headers['content-type'],
      disposition: incoming.headers['content-disposition'],
      takesFile: matched.route.takesFile,
    },
    site.choices,
  );
}

function carryOut(
  prepared: Prepared,
  incoming: Incoming,
  site: ContentSite,
  book: RuleBook,
  run: SiteRun,
): SiteResult | Refusal {
  const { action, call, template } = prepared;
  switch (action.run) {
    case 'index':
      return json(siteIndex(site));
    case 'namespace':
      return namespaceIndex(template, site);
    case 'batch':
      return runBatch(
        call.params,
        site.parts.batch,
        hands(incoming, site, book, run),
        site.choices,
      );
    default:
      return action.run(call);
  }
}

/** The functions that a batch needs: its members are ordinary requests. */
function hands(incoming: Incoming, site: ContentSite, book: RuleBook, run: SiteRun): BatchHands {
  const { authorization } = incoming.headers;
  const asIncoming = (member: BatchMember): Incoming | undefined =>
    readMember(member, authorization);
  const fits = (member: BatchMember): boolean => {
    const inner = asIncoming(member);
    return inner !== undefined && (site.parts.match(inner.route)?.route.batchable ?? true);
  };
  return {
    fits,
    prepare(member) {
      const inner = asIncoming(member);
      const matched = inner && site.parts.match(inner.route);
      if (!inner || !matched) return noRoute(site);
      if (!matched.route.batchable) {
        return refuse(400, 'not_batchable', 'This route may not be called in a batch.');
      }
      const prepared = prepare(inner, matched, site, book, run);
      if (isRefusal(prepared)) return prepared;
      return () => {
        const outcome = carryOut(prepared, inner, site, book, run);
        const leaving = {
          method: inner.method,
          template: matched.route.template,
          params: prepared.call.params,
          count: run.requests,
        };
        return site.parts.answer(outcome, leaving, site);
      };
    },
    show(outcome) {
      if (!isRefusal(outcome)) {
        const { status, headers, body } = outcome;
        return { status, headers: Object.fromEntries(headers), body: bodyValue(body) };
      }
      const status = refusalStatus(outcome, site.choices);
      return { status, headers: {}, body: refusalBody(outcome, status, site.choices) };
    },
  };
}

function readMember(member: BatchMember, authorization: string | undefined): Incoming | undefined {
  const mark = member.path.indexOf('?');
  const queryText = mark < 0 ? '' : member.path.slice(mark + 1);
  try {
    return {
      method: member.method,
      route: decodeURIComponent(mark < 0 ? member.path : member.path.slice(0, mark)),
      queryText,
      query: readQuery(queryText),
      headers: { ...(authorization !== undefined && { authorization }), ...member.headers },
      body: { kind: 'params', params: member.body },
    };
  } catch {
    return undefined;
  }
}
