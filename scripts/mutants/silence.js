// Decides if the documents are silent about a difference between two answers to one request.

import { statusOf } from '../../dist/contract/effective-status.js';

/** Clauses that say what is not shown. */
const OPEN = {
  records: 'content/open/record-fields',
  bodies: 'content/open/response-bodies',
  errors: 'content/open/error-answers',
  credentials: 'content/open/credentials',
  forms: 'content/open/body-form',
  permissions: 'content/open/permissions',
  statuses: 'integration/open/other-statuses',
};

/** Members of records that the tables list only as route parameters. */
const ALSO = ['id', 'parent'];

/** Copies that a site keeps by itself, under IDs of their own. */
const COPIES = new Set(['revisions', 'autosaves']);

/** Members that show which number the site has given to something. */
const NUMBERED = new Set(['id', 'cms_id']);

/** Largest difference between times of two runs, in milliseconds: the site's clock counts requests. */
const ASTRAY_MS = 10_000;

/** A text as it is shown: which marks it is given is not said. */
const RENDERED = 'rendered';

/**
 * @returns a function of two outcomes, the request and what it was sent for, to be called for all answers of one
 * run in their order: `same`, `silent` with the clause that says so, or `speaks` with the first difference
 */
export function createSilence(contract) {
  const names = createNames(contract);
  return () => {
    const ids = new Map();
    return (plain, now, request, context) => {
      // Differences in discovery also show in the cases of the run.
      if (!context || isSame(plain, now)) return { kind: 'same' };
      const speaks = (path) => ({
        kind: 'speaks',
        difference: differenceOf(plain, now, context, path),
      });
      if (plain.kind !== 'answer' || now.kind !== 'answer') return speaks();
      const operation = contract.operation(context.operation);
      const integration = operation.document === 'integration';
      const open = openFor(contract, request, context, operation);
      if (open) {
        // IDs of new records are counted from then on.
        placesOf(plain, now, ids, operation);
        return { kind: 'silent', clause: open };
      }
      const [before, after] = [plain, now].map((one) =>
        statusOf(operation, one, contract.validate),
      );
      const errors = { kind: 'silent', clause: integration ? OPEN.statuses : OPEN.errors };
      if (isRefusal(before) && isRefusal(after)) {
        return integration && before !== after ? speaks() : errors;
      }
      if (isUnsaid(context) && before >= 400 && after >= 400) return errors;
      if (!integration && NOT_ALLOWED.has(after))
        return { kind: 'silent', clause: OPEN.permissions };
      if (!isSuccess(before) || !isSuccess(after) || (integration && before !== after)) {
        return speaks();
      }
      const places = placesOf(plain, now, ids, operation);
      if (places === undefined) {
        return isText(plain) && isText(now) ? { kind: 'silent', clause: OPEN.bodies } : speaks();
      }
      if (places.length === 0) return { kind: 'silent', clause: OPEN.bodies };
      const own = names(operation);
      const spoken = places.find(
        ({ path, open }) => !open && path.every((token) => /^\d+$/.test(token) || own.has(token)),
      );
      return spoken ? speaks(spoken.path) : { kind: 'silent', clause: OPEN.records };
    };
  };
}

/** The reason why the whole answer is unspecified; undefined if it is specified. */
function openFor(contract, { headers }, { case: item, step: id }, { document }) {
  const clauses = item.evidence.map((clause) => contract.clause(clause));
  const [first] = clauses;
  if (first && clauses.every(({ level }) => level === 'unspecified')) return first.id;
  if (document !== 'content') return undefined;
  const step = item.steps.find((one) => one.id === id);
  if (step && step.request.credential.kind !== 'valid') return OPEN.credentials;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return type?.startsWith('multipart/') ? OPEN.forms : undefined;
}

/** The documents do not say which login may do what. */
const NOT_ALLOWED = new Set([401, 403]);

/** Steps to which a breakdown is an answer like any other refusal, as the documents show none (src/run/crashes.ts). */
const UNSAID = new Set(['probe', 'violation', 'unauthorised']);

function isUnsaid({ case: item, step }) {
  return item.steps.some(({ id, role }) => id === step && UNSAID.has(role));
}

function isRefusal(status) {
  return status >= 400 && status < 500;
}

function isSuccess(status) {
  return status >= 200 && status < 300;
}

/** A body that is no JSON, as that of an embed in XML: the documents show none. */
function isText({ body }) {
  return body.content.kind === 'text';
}

/** The places where two bodies differ; undefined if they cannot be compared. */
function placesOf(plain, now, ids, { action, answers, method, resource }) {
  const [a, b] = [plain, now].map(({ body }) => body.content);
  if (a.kind !== 'json' || b.kind !== 'json') {
    return Buffer.compare(plain.body.bytes, now.body.bytes) === 0 ? [] : undefined;
  }
  // The ID of a new record is unspecified, and depends on all earlier creations.
  const learns = (method === 'POST' && action !== 'update') || COPIES.has(resource);
  const places = [];
  compare(a.value, b.value, []);
  return places;

  function compare(one, other, path) {
    if (isEqual(one, other, ids)) return;
    const both = [one, other].every((value) => typeof value === 'object' && value !== null);
    const lists = [one, other].filter(Array.isArray);
    if (both && lists.length !== 1 && (lists.length === 0 || one.length === other.length)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
        // Omitted members of answers of an unspecified form.
        const leftOut = answers.length === 0 && !Array.isArray(one) && !Object.hasOwn(other, name);
        if (leftOut) places.push({ path: [...path, name], open: true });
        else compare(one[name], other[name], [...path, name]);
      }
      return;
    }
    const numbers = typeof one === 'number' && typeof other === 'number';
    if (learns && numbers && NUMBERED.has(path.at(-1)) && !ids.has(one)) {
      ids.set(one, other);
      return;
    }
    const texts = typeof one === 'string' && typeof other === 'string';
    places.push({ path, open: texts && path.at(-1) === RENDERED });
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** @param ids what stands in the mutated run for an ID of the plain one */
function isEqual(one, other, ids) {
  if (Object.is(one, other)) return true;
  if (typeof one === 'number') return ids.has(one) && ids.get(one) === other;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (MOMENT.test(one) && MOMENT.test(other)) {
    return Math.abs(Date.parse(one) - Date.parse(other)) <= ASTRAY_MS;
  }
  return one.replace(/\d+/g, (digits) => ids.get(Number(digits)) ?? digits) === other;
}

/** Returns true for the same answer object twice: the transport resends such requests. */
function isSame(a, b) {
  if (a.kind !== 'answer' || b.kind !== 'answer') return a.kind === b.kind;
  return (
    a.status === b.status &&
    JSON.stringify(a.headers) === JSON.stringify(b.headers) &&
    Buffer.compare(a.body.bytes, b.body.bytes) === 0
  );
}

/** For each operation, the members that the tables of its resource name. */
function createNames(contract) {
  const tables = new Map();
  return ({ document, resource, parent }) => {
    const key = `${document} ${resource} ${parent}`;
    const known = tables.get(key);
    if (known) return known;
    const names = new Set(ALSO);
    for (const one of contract.operations) {
      if (one.document !== document || ![resource, parent].includes(one.resource)) continue;
      collectNames(one.body?.schema, names);
      for (const { schema } of one.answers) collectNames(contract.schema(schema), names);
    }
    tables.set(key, names);
    return names;
  };
}

/** Names of members at any depth of a schema. */
function collectNames(schema, into, seen = new Set()) {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value)) into.add(name);
    collectNames(value, into, seen);
  }
}

function differenceOf(plain, now, { case: { id }, step }, path = []) {
  return {
    case: id,
    step,
    at: path.map((token) => `/${token}`).join(''),
    plain: excerpt(plain, path),
    mutated: excerpt(now, path),
  };
}

const MOST_TEXT = 300;

function excerpt(outcome, path) {
  if (outcome.kind !== 'answer') return outcome.message;
  const { bytes, content } = outcome.body;
  if (content.kind !== 'json') return `HTTP ${outcome.status} ${bytes.length} bytes`;
  const shown = path.reduce((value, name) => value?.[name], content.value);
  return `HTTP ${outcome.status} ${String(JSON.stringify(shown)).slice(0, MOST_TEXT)}`;
}
