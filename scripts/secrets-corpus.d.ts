import type { Answer, Body, Completeness } from '../src/model/index.ts';
import type { HarEntry, RecordedExchange } from '../src/record/cassette.ts';
import type { openTraffic, TrafficExchange } from '../src/record/traffic.ts';
import type { verifyClean } from '../src/secrets/index.ts';

export interface Placement {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly secret: string;
}

type BodyOf = (
  bytes: Uint8Array,
  headers: Answer['headers'],
  completeness: Completeness,
  limit: number,
) => Body;

export function placements(): readonly Placement[];
export function credentials(): readonly Placement[];
export function lookAlikes(): readonly Placement[];
export function canBeMade(item: Placement): boolean;
export function exchangeOf(item: Placement, bodyOf: BodyOf): TrafficExchange;
export function isIn(secret: string, texts: readonly string[]): boolean;
export function measure(
  items: readonly Placement[],
  through: {
    readonly openTraffic: typeof openTraffic;
    readonly bodyOf: BodyOf;
    readonly readEntry: (entry: HarEntry) => RecordedExchange;
    readonly verifyClean: typeof verifyClean;
  },
): { readonly leaked: string[]; readonly changed: string[]; readonly dirty: string[] };
