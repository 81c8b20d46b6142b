/** Schemas of a document as files of JSON Schema: one for each component, once for requests and once for answers. */

import { isMembers, type Json, type JsonSchema, tokens } from '../model/index.ts';
import { isOpen } from './keywords.ts';
import type { Notes } from './notes.ts';
import { type DocumentPlace, referenceAt, targetOf } from './references.ts';
import type { OpenApiDocuments } from './source.ts';
import { translate, type Use } from './translate.ts';

/** A file of the imported API, and the place in the document that it is made from. */
export interface MadeFile {
  readonly value: Json;
  readonly place: DocumentPlace;
}

export interface SchemaWriter {
  /** The reference to the file of a schema, which has this name if it is no component. */
  readonly reference: (place: DocumentPlace, use: Use, name: string) => string;
  /** A schema inside of another file. */
  readonly translate: (place: DocumentPlace, use: Use) => Json;
  readonly files: () => ReadonlyMap<string, MadeFile>;
}

interface Component {
  readonly file: string;
  readonly place: DocumentPlace;
  /** Undefined while its members are read. */
  schema: Json | undefined;
  /** Number of keywords, those of its components included. */
  weight: number;
}

const ID_BASE = 'https://touchstone.example/schemas/';

/** @param most keywords of an answer that have a clause each; a larger part has one clause */
export function openSchemas(
  documents: OpenApiDocuments,
  name: string,
  notes: Notes,
  most: number,
): SchemaWriter {
  const components = new Map<string, Component>();
  const names = new Set<string>();
  let weight = 0;
  const translateFor = (place: DocumentPlace, use: Use): Json =>
    translate(place, {
      ...{ documents, use, notes },
      referTo: (from, reference) => referTo(from, reference, use),
      count: () => {
        weight += 1;
      },
    });
  const componentAt = (place: DocumentPlace, use: Use): Component => {
    const key = `${use} ${place.file}#${place.pointer}`;
    const known = components.get(key);
    if (known !== undefined) return known;
    const file = fileName(place, use, names);
    const made: Component = { file, place, schema: undefined, weight: 0 };
    components.set(key, made);
    const outer = weight;
    weight = 0;
    made.schema = translateFor(place, use);
    made.weight = weight;
    weight = outer;
    return made;
  };
  const isLarge = (component: Component, use: Use) => use === 'answer' && component.weight > most;
  const referTo = (place: DocumentPlace, reference: string, use: Use): JsonSchema => {
    const component = componentAt(targetOf(documents, place, reference), use);
    if (component.schema === undefined) {
      notes.add(place, 'a schema that contains itself is open below its second level');
      return {};
    }
    if (isOpen(component.schema)) return {};
    const $ref = `${ID_BASE}${name}/${component.file}`;
    weight += component.weight;
    // One clause in place of hundreds for each answer.
    return isLarge(component, use) ? { anyOf: [{ $ref }] } : { $ref };
  };
  return {
    translate: translateFor,
    reference: (place, use, wanted) => {
      const reference = referenceAt(place);
      const component = reference && componentAt(targetOf(documents, place, reference), use);
      if (component && !isLarge(component, use)) return `${name}/${component.file}`;
      const file = unique(`${use}s/${wanted}.json`, names);
      components.set(file, { file, place, schema: translateFor(place, use), weight: 0 });
      return `${name}/${file}`;
    },
    files: () =>
      new Map(
        [...components.values()].map(({ file, place, schema = {} }) => {
          // A file is an object: `false` accepts nothing.
          const members = isMembers(schema) ? schema : { not: {} };
          return [file, { place, value: { $id: `${ID_BASE}${name}/${file}`, ...members } }];
        }),
      ),
  };
}

/** The name of a component, or of the members above a schema elsewhere. */
function fileName({ pointer }: DocumentPlace, use: Use, names: Set<string>): string {
  const path = tokens(pointer);
  const own = path[0] === 'components' || path[0] === 'definitions' ? path.slice(-1) : path;
  const words = own.map((one) => one.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|-+$/g, ''));
  return unique(`${use}s/${words.filter(Boolean).join('-') || 'schema'}.json`, names);
}

export function unique(wanted: string, names: Set<string>): string {
  const [, stem = wanted, end = ''] = /^(.*?)(\.json)?$/.exec(wanted) ?? [];
  let name = wanted;
  // Some file systems do not distinguish letters by case.
  for (let next = 2; names.has(name.toLowerCase()); next++) name = `${stem}-${next}${end}`;
  names.add(name.toLowerCase());
  return name;
}
