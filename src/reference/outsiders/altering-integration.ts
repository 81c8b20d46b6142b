/** Ways to change what the integration API answers, beside `altering.ts`. */

import type { Json } from '../../model/index.ts';
import { jsonIn, type RoutedRequest, withJson } from '../in-front.ts';
import { type Applies, answers, isObject, memoryless, type StandsBefore, to } from './altering.ts';
import { listIn, type Members, membersOf } from './tools.ts';

export const ofDependencies = to('POST', '/api/get/system/dependencies');
export const ofTimezones = to('GET', '/api/get/all/timezones');

export function ofEither(request: RoutedRequest): boolean {
  return ofDependencies(request) || ofTimezones(request);
}

/** The systems that a request asks for. */
export function systemsIn(request: RoutedRequest): readonly string[] {
  return listIn(membersOf(jsonIn(request)).systems).map(String);
}

/** Changes what stands under `data` for the systems. */
export function dependencies(
  edit: (data: Members, systems: readonly string[]) => Json,
): StandsBefore {
  return answers(ofDependencies, (value, request) => ({
    ...membersOf(value),
    data: edit(membersOf(membersOf(value).data), systemsIn(request)),
  }));
}

interface EntryPlace {
  readonly id: string;
  readonly index: number;
  /** All that the request asks for. */
  readonly systems: readonly string[];
}

/** Changes the entry of each system. */
export function entries(edit: (entry: Members, place: EntryPlace) => Members): StandsBefore {
  return dependencies((data, systems) =>
    Object.fromEntries(
      Object.entries(data).map(([id, entry], index) => [
        id,
        edit(membersOf(entry), { id, index, systems }),
      ]),
    ),
  );
}

/** Changes each field descriptor. */
export function descriptors(
  edit: (descriptor: Members, index: number, count: number) => Members,
): StandsBefore {
  return entries((entry) => {
    const fields = listIn(entry.fields);
    return {
      ...entry,
      fields: fields.map((field, index) => edit(membersOf(field), index, fields.length)),
    };
  });
}

/** Changes the envelope of a refusal for want of a valid credential. */
export function refusals(applies: Applies, edit: (envelope: Members) => Members): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    const envelope = jsonIn(reply);
    return applies(request) && reply.status === 401 && isObject(envelope)
      ? withJson(reply, edit(envelope))
      : reply;
  });
}

/** Changes the list of time zones. */
export function timezones(edit: (zones: readonly Members[]) => Json): StandsBefore {
  return answers(ofTimezones, (value) => {
    const zones = listIn(membersOf(membersOf(value).data).timezones).map(membersOf);
    return { ...membersOf(value), data: { timezones: edit(zones) } };
  });
}
