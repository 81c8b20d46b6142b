import type { Json } from '../../../model/index.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { answering, mapMembers, onRoute } from './answer-tools.ts';
import { type Front, jsonMembers } from './tools.ts';

export const TIMEZONES = '/api/get/all/timezones';
export const DEPENDENCIES = '/api/get/system/dependencies';

export function withFields(change: (fields: readonly Json[]) => Json): Front {
  return answering(onRoute(DEPENDENCIES), (value) => ({
    ...value,
    data: mapMembers(value.data, (entry) => ({
      ...membersOf(entry),
      fields: change(listIn(membersOf(entry).fields)),
    })),
  }));
}

export function systemsOf(request: RoutedRequest): readonly Json[] | undefined {
  const systems = jsonMembers(request)?.systems;
  return request.route === DEPENDENCIES && Array.isArray(systems) ? systems : undefined;
}
