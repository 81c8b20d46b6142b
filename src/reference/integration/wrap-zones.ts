import { isList, type Json } from '../../model/index.ts';
import {
  type AnswerFilter,
  body,
  bodyBy,
  type Hooks,
  isZone,
  onTimezones,
  type WrappedZone,
  zoneEntries,
} from './wrap.ts';

/** A zone that no profile needs to list, for faults in a single entry. */
export const onlyOne = (value: string): boolean => value === 'Africa/Abidjan';
export const isUtc = (value: string): boolean => value === 'UTC';

export const TURNS = 3;

/** Changes the list in an answer, where there is one. */
export function timezones(when: AnswerFilter, change: (list: readonly Json[]) => Json): Hooks {
  return body(when, ['data', 'timezones'], (list) => (isList(list) ? change(list) : list));
}

/** Leaves zones out, other ones in each of three calls one after the other. */
export function withoutInTurn(lacks: (zone: Json, turn: number, index: number) => boolean): Hooks {
  return bodyBy(onTimezones, ['data', 'timezones'], (list, { call }) =>
    isList(list) ? list.filter((zone, index) => !lacks(zone, call % TURNS, index)) : list,
  );
}

/** Gives zones another identifier, in value and label alike. */
export function renamed(which: (value: string) => boolean, value: string): Hooks {
  return zoneEntries(
    (zone) => ({ ...zone, label: `${displayName(zone)} (${value})`, value }),
    which,
  );
}

function displayName({ label, value }: WrappedZone): string {
  return label.slice(0, label.length - ` (${value})`.length);
}

export function only(zone: Json, change: (zone: WrappedZone) => Json): Json {
  return isZone(zone) && onlyOne(zone.value) ? change(zone) : zone;
}

export function identifierOf(zone: Json | undefined): string {
  return isZone(zone) ? zone.value : '';
}

export function regionOf(zone: Json): string {
  return identifierOf(zone).split('/')[0] ?? '';
}

export function initial(zone: Json | undefined): string {
  return isZone(zone) ? zone.label.charAt(0) : '';
}
