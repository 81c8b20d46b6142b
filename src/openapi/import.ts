/** An OpenAPI document as the files of an API of one's own. */

import type { SourceFile } from '../contract/index.ts';
import type { AnswerContract, DocumentName, Json } from '../model/index.ts';
import { isObject, tokens } from '../model/index.ts';
import {
  answersAt,
  fieldsAt,
  hasLocation,
  hasOtherSuccesses,
  hiddenAt,
  showsList,
  titleOf,
} from './answers.ts';
import { bodyOf, elsewhere } from './bodies.ts';
import { clausesFor } from './clauses.ts';
import { collectionAbove, namesOf, type OperationName, resourceOf, routeOf } from './naming.ts';
import { type ImportNote, type Notes, openNotes } from './notes.ts';
import { additionsTo, type OperationOverlay, type OverlaySource } from './overlay.ts';
import { type Fields, fieldsOf, parameterTables } from './parameters.ts';
import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  membersAt,
  refuse,
  rootOf,
  textAt,
} from './references.ts';
import { type MadeFile, openSchemas, type SchemaWriter } from './schemas.ts';
import { type Security, securityOf } from './security.ts';
import type { OpenApiDocuments } from './source.ts';

export type { ImportNote } from './notes.ts';

export interface ImportedApi {
  readonly name: DocumentName;
  /** The files that its folder would hold, by name. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Things without a counterpart, each once. */
  readonly notes: readonly ImportNote[];
  /** The address in the document, if it is a whole one. */
  readonly url?: string;
}

/** One operation of the document. */
export interface Given {
  readonly route: string;
  readonly method: string;
  readonly path: DocumentPlace;
  readonly place: DocumentPlace;
  readonly name: OperationName;
  readonly added: OperationOverlay;
}

export interface ImportedOperation {
  readonly id: string;
  readonly resource: string;
  readonly action: string;
  readonly demandsCredential: boolean;
  /** `default` stands for further successes. */
  readonly others: boolean;
  /** The document has a `Location` in a success of a write. */
  readonly locates: boolean;
  /** Pointers to members that no answer shows. */
  readonly hidden: readonly string[];
  /** Header fields that its answers have. */
  readonly fields: ReturnType<typeof fieldsAt>;
  readonly lacks?: string;
  readonly answers: readonly AnswerContract[];
  readonly source: { readonly section: string; readonly rule?: string };
}

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Methods that the engine never plans by itself. */
const UNPLANNED: readonly string[] = ['head', 'options', 'trace'];

/** Operations above which a part of an answer has one clause sooner. */
const MANY = 150;

export interface Context {
  readonly documents: OpenApiDocuments;
  readonly document: DocumentName;
  readonly schemas: SchemaWriter;
  readonly security: Security;
  readonly notes: Notes;
  readonly fields: Fields;
  /** The resource of the objects at a route, such as `/tasks/{id}`. */
  readonly resourceAt: (route: string) => string | undefined;
}

/**
 * Pure: the same documents give the same files.
 *
 * @param fields those that the profile adds to each request: `header X-Tenant`, `cookie site`
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function importOpenApi(
  documents: OpenApiDocuments,
  document: DocumentName,
  overlay?: OverlaySource,
  fields: readonly string[] = [],
): ImportedApi {
  const notes = openNotes(documents);
  const given = givenOperations(documents, document, notes, overlay);
  const security = securityOf(
    documents,
    given.map(({ place }) => place),
    notes,
  );
  const schemas = openSchemas(documents, document, notes, given.length > MANY ? 40 : 300);
  const resourceAt = resourcesOf(given);
  const made = new Map<string, MadeFile>();
  const context = {
    ...{ documents, document, schemas, security, notes, resourceAt },
    fields: fieldsOf(security.auth, fields),
  };
  const operations = removable(given.map((one) => operationFrom(one, context, made)));
  const root = rootOf(documents);
  const put = (file: string, value: Json) => {
    made.set(file, { value, place: root });
  };
  put('operations.yaml', {
    document,
    ...(security.auth !== undefined && { auth: security.auth }),
    ...(overlay?.overlay.levels && { levels: overlay.overlay.levels }),
    operations: operations.map(entryOf),
  });
  const clauses = clausesFor(operations);
  if (clauses.length > 0) put('clauses.yaml', { document, clauses });
  const components = componentIds(document, [...schemas.files().keys()]);
  if (components !== undefined) put('answers.yaml', { document, components });
  const all = [...made, ...schemas.files()];
  const url = textAt(elementsAt(inside(root, 'servers'))[0] ?? root, 'url');
  return {
    name: document,
    files: new Map(all.map(([file, one]) => [file, sourceOf(documents, one)])),
    notes: notes.all(),
    ...(url !== undefined && /^https?:\/\/[^{]*$/.test(url) && { url }),
  };
}

/** Objects have the resource of their overlay, or else that of the collection above them. */
function resourcesOf(given: readonly Given[]): Context['resourceAt'] {
  const at = (routes: readonly Given[]) =>
    new Map(routes.map(({ route, name }) => [route.replace(/\/$/, ''), name.resource]));
  const collections = at(given.filter(({ name }) => /^(?:list|create)$/.test(name.action)));
  const objects = at(given.filter(({ added }) => added.does !== undefined));
  return (route) => {
    const above = collectionAbove(route);
    return objects.get(route) ?? (above === undefined ? undefined : collections.get(above));
  };
}

/** Nothing is created that a run cannot remove again. */
function removable(operations: readonly ImportedOperation[]): readonly ImportedOperation[] {
  const kept = new Map(
    operations.flatMap(({ action, resource, lacks }) =>
      action === 'delete' && lacks !== undefined ? [[resource, lacks] as const] : [],
    ),
  );
  return operations.map((one) => {
    const why = one.action === 'create' ? kept.get(one.resource) : undefined;
    return why === undefined || one.lacks !== undefined
      ? one
      : { ...one, lacks: `what it creates cannot be removed: ${why}` };
  });
}

/** The entry of a list of operations. */
function entryOf({
  demandsCredential,
  others: _,
  hidden: __,
  locates: ___,
  fields: ____,
  ...entry
}: ImportedOperation): Json {
  const credential = demandsCredential ? { credential: 'demanded' } : {};
  // Members without a value are no members.
  return JSON.parse(JSON.stringify({ ...Object(entry), ...credential }));
}

function sourceOf({ files }: OpenApiDocuments, { value, place }: MadeFile): SourceFile {
  const source = files.get(place.file);
  const path = tokens(place.pointer).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
  const line = () => source?.lineOf(path) ?? 1;
  return { file: source?.file ?? place.file, value, lineOf: line };
}

function givenOperations(
  documents: OpenApiDocuments,
  document: DocumentName,
  notes: Notes,
  overlay: OverlaySource | undefined,
): readonly Given[] {
  const root = rootOf(documents);
  const paths = membersAt(inside(root, 'paths')).filter(([route]) => route.startsWith('/'));
  const found = paths.flatMap(([route, place]) => {
    const path = followed(documents, place);
    for (const method of UNPLANNED) {
      if (!isObject(inside(path, method).value)) continue;
      notes.add(inside(path, method), `${method.toUpperCase()} is not planned`);
    }
    return METHODS.filter((method) => isObject(inside(path, method).value)).map((method) => {
      const place = inside(path, method);
      const isList = method === 'get' && showsList(documents, place);
      return { route: routeOf(route), method, path, place, isList };
    });
  });
  if (found.length === 0) throw refuse(documents, inside(root, 'paths'), 'it has no operations');
  for (const outer of ['webhooks', 'x-webhooks']) {
    const place = inside(root, outer);
    if (place.value !== undefined) notes.add(place, 'webhooks are not called');
  }
  const additions = additionsTo(found, documents, overlay);
  const names = namesOf(document, found, additions);
  return found.flatMap((one, at) => {
    const [name, added] = [names[at], additions[at]];
    return name === undefined || added === undefined ? [] : [{ ...one, name, added }];
  });
}

function operationFrom(
  given: Given,
  context: Context,
  made: Map<string, MadeFile>,
): ImportedOperation & { readonly [member: string]: unknown } {
  const { route, method, place, name, added } = given;
  const { documents, document, security } = context;
  const words = name.id.slice(document.length + 1).replaceAll('/', '-');
  const tables = parameterTables(given, context);
  const put = (part: 'path' | 'query'): string | undefined => {
    const value = tables[part];
    if (value === undefined) return undefined;
    const file = `tables/${words}-${part}.json`;
    made.set(file, { value, place });
    return `${document}/${file}`;
  };
  const [path, query] = [put('path'), put('query')];
  const body = bodyOf(given, words, context);
  const off = added.off && `it is off: ${added.off}`;
  const lacks = off ?? tables.lacks ?? body.lacks ?? elsewhere(given, context);
  const { id, items } = added;
  const rule = textAt(place, 'operationId');
  return {
    id: name.id,
    title: titleOf(place, method, route),
    resource: name.resource,
    action: name.action,
    source: { section: `${method.toUpperCase()} ${route}`, ...(rule !== undefined && { rule }) },
    method: method.toUpperCase(),
    route,
    writes: method !== 'get',
    ...(path !== undefined && { path }),
    ...(query !== undefined && { query }),
    ...(body.schema !== undefined && {
      body: {
        schema: body.schema,
        required: body.required ?? false,
        ...(body.type !== undefined && { type: body.type }),
      },
    }),
    ...(lacks !== undefined && { lacks }),
    ...((id ?? items) !== undefined && { shows: { id, items } }),
    answers: answersAt(documents, place, words, context),
    demandsCredential: security.auth !== undefined && security.isDemanded(place),
    others: hasOtherSuccesses(place),
    hidden: hiddenAt(documents, place),
    locates: method === 'post' && hasLocation(documents, place),
    fields: fieldsAt(documents, place, context.schemas),
  };
}

/** Each component has clauses of its own, shared by all operations that answer with it. */
function componentIds(document: DocumentName, files: readonly string[]): Json | undefined {
  const own = files.filter((file) => file.startsWith('answers/'));
  if (own.length === 0) return undefined;
  return Object.fromEntries(
    own.map((file) => {
      const word = resourceOf(`/${file.slice('answers/'.length, -'.json'.length)}`, 0);
      return [`${document}/${file}`, `${document}/schemas/${word}`];
    }),
  );
}
