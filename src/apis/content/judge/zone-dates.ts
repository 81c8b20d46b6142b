import {
  type Check,
  type CheckContext,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { type Finding, isObject } from '../../../model/index.ts';
import { momentOf } from './state/model-values.ts';

const MINUTE = 60_000;

/**
 * `date` is `date_gmt` as clocks in the zone of the site show it. The case reads the index, which names the zone, and
 * writes the moments itself: what is older may be from before the zone was set.
 */
export const zoneDates: Check = {
  name: 'zone-dates',
  joins: true,
  judge({ steps, all }) {
    const zone = zoneIn(all);
    if (zone === undefined) {
      return [notJudgeable('no-data', 'the index names no time zone in `timezone_string`')];
    }
    return steps.map((shown) => judgeRecord(shown, zone));
  },
};

/** The zone that an index names, if this computer knows it. */
function zoneIn(all: CheckContext['all']): string | undefined {
  for (const { standing } of all) {
    if (standing.kind !== 'succeeded') continue;
    const index = jsonOf(standing.answer);
    const zone = isObject(index) ? index.timezone_string : undefined;
    if (typeof zone === 'string' && isZone(zone)) return zone;
  }
  return undefined;
}

function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return wallTime(0, zone) !== undefined;
  } catch {
    return false;
  }
}

function judgeRecord(shown: StepResult, zone: string): Finding {
  const { standing } = shown;
  if (standing.kind !== 'succeeded') return obstacleOf(standing);
  const record = jsonOf(standing.answer);
  const { date, date_gmt: gmt } = isObject(record) ? record : {};
  const [local, absolute] = [momentOf(date), momentOf(gmt)];
  if (local === undefined || absolute === undefined) {
    return notJudgeable('precondition', 'the record does not show `date` and `date_gmt`');
  }
  const wanted = local.zoned ? absolute.time : wallTime(absolute.time, zone);
  if (wanted === undefined || Math.abs(wanted - local.time) < MINUTE) return HOLDS;
  const expected = `${describeValue(gmt)} as clocks in ${zone} show it, ${new Date(wanted).toISOString().slice(0, 19)}`;
  return violated(shown, '/date', describeValue(date), expected);
}

/** What clocks in a zone show at a moment, as milliseconds of a clock in GMT. */
function wallTime(time: number, zone: string): number | undefined {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  const shown = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return Number.isNaN(shown) ? undefined : shown;
}
