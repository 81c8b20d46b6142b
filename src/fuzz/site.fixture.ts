/** Campaigns against small servers, each with one thing wrong. */

import { type Contract, loadContract } from '../contract/contract.ts';
import { MODES, type Target, type Transport } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import type { Handler, Reply, ServedRequest } from '../reference/http.ts';
import { inProcess } from '../reference/transport.ts';
import { type CampaignOptions, type CampaignResult, runCampaign } from './campaign.ts';

export const contract: Contract = loadContract();

export const BASE = 'http://127.0.0.1:1';

export function targetAt(url: string): Target {
  return {
    ...referenceTarget(contract, { content: url }, 'a small server'),
    limits: { timeoutMs: 300, totalMs: 600, maxBodyBytes: 65_536 },
  };
}

export function json(value: unknown, status = 200): Reply {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(value),
  };
}

/** What a request asks for: its route and its query. */
export function asked({ target }: ServedRequest): URLSearchParams {
  return new URL(target, BASE).searchParams;
}

/** Single requests: whole cases would look for more than the handlers of the tests have. */
const SINGLE = MODES.filter((mode) => mode !== 'stateful');

/**
 * A campaign of a few hundred single requests against a handler in this process.
 * @param handler refuses nothing and breaks nothing unless it says so
 */
export function campaignOn(
  handler: Handler,
  options: Partial<CampaignOptions> = {},
): Promise<CampaignResult> {
  return campaignOver(inProcess(handler), BASE, options);
}

export function campaignOver(
  transport: Transport,
  url: string,
  options: Partial<CampaignOptions> = {},
): Promise<CampaignResult> {
  return runCampaign({
    contract,
    target: targetAt(url),
    seed: 1,
    modes: SINGLE,
    only: ['content/posts/list'],
    bounds: { runs: 400 },
    strict: false,
    failOnWarn: false,
    writes: 'loopback',
    transport,
    clock: { now: () => 0, monotonic: () => performance.now() },
    signal: new AbortController().signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    absenceLimitMs: 200,
    graceMs: 400,
    ...options,
  });
}
