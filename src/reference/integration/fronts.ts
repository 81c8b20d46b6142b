import type { Json } from '../../model/index.ts';
import { answers, listIn, type Members, membersOf, type StandsBefore, to } from '../fronts.ts';
import { jsonIn, type RoutedRequest } from '../in-front.ts';

/** The envelope of a success without data (section 2.5). */
export const SUCCESS: Members = {
  additional_data: {},
  data: {},
  error_code: '',
  message: 'Request processed successfully.',
  status: 200,
  success: true,
};

export const ofDependencies = to('POST', '/api/get/system/dependencies');
export const ofTimezones = to('GET', '/api/get/all/timezones');

export function ofEither(request: RoutedRequest): boolean {
  return ofDependencies(request) || ofTimezones(request);
}

export function systemsIn(request: RoutedRequest): readonly string[] {
  return listIn(membersOf(jsonIn(request)).systems).map(String);
}

/** Changes `data` of answers about systems. */
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
  readonly systems: readonly string[];
}

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

export function timezones(edit: (zones: readonly Members[]) => Json): StandsBefore {
  return answers(ofTimezones, (value) => {
    const zones = listIn(membersOf(membersOf(value).data).timezones).map(membersOf);
    return { ...membersOf(value), data: { timezones: edit(zones) } };
  });
}
