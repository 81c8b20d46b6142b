import type { CampaignFinding, CampaignReport } from '../model/index.ts';

/** A finding of a campaign in which the target's own words are `text`. */
export function campaignFinding(number: number, text = 'HTTP 500'): CampaignFinding {
  return {
    number,
    id: `content/posts/list/strings/nul/query/search/${number}`,
    ids: [`content/posts/list/strings/nul/query/search/${number}`],
    verdict: 'fail',
    clause: 'robust/no-server-error',
    level: 'stated',
    states: 'A request is not answered with a status from 500.',
    document: 'content',
    operations: ['content/posts/list'],
    class: 'strings/nul',
    places: ['query /search'],
    pointer: 'status',
    signature: '500',
    actual: text,
    expected: 'an answer below 500',
    message: `GET /cms/v2/posts: status is ${text}, expected an answer below 500`,
    hits: 3,
    again: { times: 2, of: 2 },
    index: 17,
    case: {
      id: 'content/posts/list/fuzz',
      title: '',
      document: 'content',
      evidence: [],
      origin: { kind: 'scenario' },
      steps: [],
    },
    step: 'fuzz',
    reproduce: { curl: 'curl -i http://127.0.0.1/', touchstone: 'npx touchstone fuzz --from 17' },
    exchange: {
      request: { text: 'GET /cms/v2/posts?search=%00' },
      answer: { text: `${text}\nserver: x`, marked: [0, 0] },
    },
  };
}

export function campaignOf(
  findings: readonly CampaignFinding[],
  change: Partial<CampaignReport> = {},
): CampaignReport {
  return {
    kind: 'campaign',
    tool: { name: 'touchstone', version: '0.1.0' },
    contract: { digest: 'd' },
    target: { name: 'staging', content: 'http://127.0.0.1:4011' },
    seed: 1,
    modes: ['edge'],
    startedAt: '2024-02-29T12:00:00.000Z',
    durationMs: 30_000,
    cases: 100,
    requests: 200,
    rate: 6.7,
    judged: { pass: 90, fail: 3, blocked: 7 },
    coverage: {
      operations: { reached: 9, of: 10 },
      rules: { reached: 8, of: 90 },
      classes: { reached: 2, of: 4 },
    },
    classes: [
      { name: 'strings/nul', requests: 40, statuses: { 200: 37, 500: 3 } },
      { name: 'numbers/2^53', requests: 2, statuses: { 400: 2 } },
    ],
    findings,
    unconfirmed: [],
    problems: [],
    notes: [],
    stale: [],
    exitCode: findings.length > 0 ? 1 : 0,
    ...change,
  };
}
