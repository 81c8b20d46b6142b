import {
  type Check,
  judgeEach,
  notJudgeable,
  orHolds,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import { isObject } from '../../../model/index.ts';
import { momentOf } from './state/model-values.ts';

type ListedRecord = Readonly<Record<string, unknown>>;

/** A violation in a member of a record. */
interface Wrong {
  readonly member: string;
  readonly actual: string;
  readonly expected: string;
}

/** Undefined for a record that cannot be judged; null for a correct one. */
type RecordRule = (record: ListedRecord, seen: Map<string, unknown>) => Wrong | null | undefined;

/** Statuses in which a slug identifies a record: drafts and trashed records can share one. */
const FOUND_BY_SLUG: readonly unknown[] = ['publish', 'future', 'private', 'inherit'];

/** Sites have nested pages, whose slugs are unique only below the same parent. */
const uniqueSlug: RecordRule = ({ id, slug, status, parent }, seen) => {
  if (!isSlug(slug) || !FOUND_BY_SLUG.includes(status)) return undefined;
  const key = JSON.stringify([slug, parent ?? 0]);
  const other = seen.get(key) ?? id;
  seen.set(key, other);
  if (other === id) return null;
  const actual = `${describeValue(slug)}, which ${describeValue(other)} has, too`;
  return { member: 'slug', actual, expected: 'a slug of its own' };
};

/** Letters and digits of any script, or their percent-encoded bytes, and word separators. */
const ALPHANUMERIC = /^(?:[\p{L}\p{M}\p{N}_-]|%[0-9a-f]{2})+$/iu;

const slugForm: RecordRule = ({ slug }) => {
  if (!isSlug(slug)) return undefined;
  if (ALPHANUMERIC.test(slug)) return null;
  return { member: 'slug', actual: describeValue(slug), expected: 'letters, digits and hyphens' };
};

function isSlug(slug: unknown): slug is string {
  return typeof slug === 'string' && slug !== '';
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const FARTHEST = 15 * 60 * MINUTE;

/** Since 1972 all timezones differ from GMT by quarters of an hour. */
const QUARTERS_SINCE = Date.UTC(1973, 0);

/**
 * The offset depends on the season and on the site's timezone when a record was written, so each record is judged by
 * itself.
 */
const zoneOffset: RecordRule = ({ date, date_gmt: gmt }) => {
  const [local, absolute] = [momentOf(date), momentOf(gmt)];
  if (local === undefined || absolute === undefined) return undefined;
  if (Math.min(local.time, absolute.time) < QUARTERS_SINCE) return undefined;
  // One of the two can lack seconds.
  const [one, two] = [local.time, absolute.time].map((time) => Math.floor(time / MINUTE) * MINUTE);
  const apart = Math.abs((one ?? 0) - (two ?? 0));
  const fits = local.zoned ? apart === 0 : apart % QUARTER === 0 && apart <= FARTHEST;
  if (fits) return null;
  const expected = `the moment of ${describeValue(date)} in the timezone of the site`;
  return { member: 'date_gmt', actual: describeValue(gmt), expected };
};

const RULES: ReadonlyMap<string, RecordRule> = new Map([
  ['unique-slug', uniqueSlug],
  ['slug-form', slugForm],
  ['zone-offset', zoneOffset],
]);

/** Compares records of a list with each other, and members of a record, regardless of who created them. */
export const listedRecords: Check = {
  name: 'listed-records',
  judge: judgeEach((list, shown, options) => {
    const rule = RULES.get(textOption(options, 'rule'));
    if (!rule) throw new TypeError(`there is no rule "${options.rule}" for records`);
    const seen = new Map<string, unknown>();
    const said = (Array.isArray(list) ? list : []).flatMap((record: unknown, at) => {
      const wrong = isObject(record) ? rule(record, seen) : undefined;
      return wrong === undefined ? [] : [{ wrong, at }];
    });
    const found = said.flatMap(({ wrong, at }) =>
      wrong === null
        ? []
        : [violated(shown, `/${at}/${wrong.member}`, wrong.actual, wrong.expected)],
    );
    if (said.length > 0) return orHolds(found);
    return notJudgeable('no-data', 'the answer lists no record that shows it');
  }),
};
