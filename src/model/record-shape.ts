import type { Values } from './case.ts';
import type { Operation } from './contract.ts';
import { isObject } from './pointer.ts';

/** Names in the records of an API, from its `records.yaml`. `schemas/files/records.json` describes that file. */
export interface RecordShape {
  /** Query parameters of lists, by what they ask for. */
  readonly list: {
    /** The number of a page, from 1. */
    readonly page?: string;
    /** The amount of records on a page. */
    readonly size?: string;
    /** True if a parameter of any name leads to further pages. */
    readonly turns?: true;
    /** Pointer to the cursor of the next page, in an answer. */
    readonly next?: string;
    /** A text that records contain. */
    readonly search?: string;
    readonly status?: string;
    /** Values of `status` that stand for several statuses. */
    readonly statusGroups?: readonly string[];
    /** Parameters that put the newest ID first. */
    readonly newest?: Values;
  };
  /** Parameters with which a read or a list shows most of a record. */
  readonly full?: Values;
  /** Pointer to the ID of a record, in an answer with one record; `/id` if absent. */
  readonly id?: string;
  /** Pointer to the records of a list; the whole answer if absent. */
  readonly items?: string;
  /** The member that a name in addresses is made of. */
  readonly slug?: string;
  readonly title?: string;
  /** A member with an address that clients give. */
  readonly link?: string;
  readonly status?: string;
  readonly author?: string;
  /** Members with the time of the last change, the one with a zone first. */
  readonly modified: readonly string[];
  /** Members of an object that is a text in several forms, the form that clients send first. */
  readonly texts: readonly string[];
  /** Members that have a new value in each record. */
  readonly unique: readonly string[];
  /** Texts that the server may append to a name, in addition to numbers. */
  readonly appended: readonly string[];
  /** The text that the server appends to the name of a record in trash. */
  readonly trashed?: string;
}

/** The shape of an API that describes none. */
export const PLAIN_RECORDS: RecordShape = {
  list: { page: 'page', search: 'search', status: 'status' },
  slug: 'slug',
  title: 'title',
  link: 'url',
  status: 'status',
  author: 'author',
  modified: [],
  texts: [],
  unique: ['id', 'slug'],
  appended: [],
};

/** A text of a record, as it is or in the first of its forms. */
export function recordText(value: unknown, { texts }: RecordShape): unknown {
  if (!isObject(value)) return value;
  return texts.map((form) => value[form]).find((text) => text !== undefined && text !== null);
}

export function recordsOf({ records, shows }: Pick<Operation, 'records' | 'shows'>): RecordShape {
  const shape = records ?? PLAIN_RECORDS;
  return shows === undefined
    ? shape
    : { ...shows, ...shape, list: { ...shows.list, ...shape.list } };
}
