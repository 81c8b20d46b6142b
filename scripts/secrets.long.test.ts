import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../src/model/content.ts';
import { harRequest, harResponse, readEntry } from '../src/record/entry.ts';
import { openTraffic } from '../src/record/traffic.ts';
import { verifyClean } from '../src/secrets/index.ts';
import {
  canBeMade,
  credentials,
  exchangeOf,
  isIn,
  lookAlikes,
  measure,
  placements,
} from './secrets-corpus.js';

const through = { openTraffic, bodyOf, readEntry, verifyClean };
/** Hundreds of recordings are looked through in whatever may be undone. */
const LONG = 600_000;

const secrets = [...credentials(), ...placements()].filter(canBeMade);

describe('the corpus of secrets', () => {
  it('has more than 300 placements and 130 look-alikes', () => {
    expect(placements().length).toBeGreaterThan(300);
    expect(lookAlikes().length).toBeGreaterThan(130);
  });

  it('is as large as the documentation says', () => {
    const said = readFileSync('docs/secrets.md', 'utf8');
    const rows = [...said.matchAll(/^\| .* \| (\d+) \| 0 (?:leaked|changed) \|$/gm)];
    // Node 22.15 makes some that Node 20 cannot.
    const onNode20 = [credentials(), placements(), lookAlikes()].map(
      (items) => items.filter(({ text }) => !text.includes('zstd')).length,
    );
    expect(rows.map(([, number]) => Number(number))).toEqual(onNode20);
  });

  it(
    'is found whole where nothing is taken out',
    () => {
      const missed = secrets.filter((item) => {
        const { request, outcome, baseUrl } = exchangeOf(item, bodyOf);
        const texts = [harRequest(request, baseUrl), harResponse(outcome)];
        return !isIn(
          item.secret,
          texts.map((each) => JSON.stringify(each)),
        );
      });
      expect(missed.map(({ id }) => id)).toEqual([]);
    },
    LONG,
  );

  it(
    'leaves no secret in a recording, and nothing for --verify-clean',
    () => {
      const { leaked, dirty } = measure(secrets, through);
      expect({ leaked, dirty }).toEqual({ leaked: [], dirty: [] });
    },
    LONG,
  );

  it(
    'leaves every look-alike as it came',
    () => {
      const { changed, dirty } = measure(lookAlikes(), through);
      expect({ changed, dirty }).toEqual({ changed: [], dirty: [] });
    },
    LONG,
  );
});

it(
  'the recording of the reference target has none',
  () => expect(verifyClean('recordings', [])).toEqual([]),
  LONG,
);
