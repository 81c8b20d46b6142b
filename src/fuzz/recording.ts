/** A finding as a recording of its own: HAR files that `--replay` answers from. */

import type { Contract } from '../contract/index.ts';
import { exchangesIn, type RunHeader, type Target, type Transport } from '../model/index.ts';
import { openRecorder } from '../record/index.ts';
import { manifestOf, secretsToKeepOut } from '../run/index.ts';
import { fault } from '../send/index.ts';
import type { ReportedFinding } from './findings.ts';

/**
 * Writes the exchanges that show a finding into a folder, secrets left out.
 * @throws TouchstoneError 'output-unwritable'
 */
export async function recordFinding(
  folder: string,
  { finding, trace }: ReportedFinding,
  options: {
    readonly contract: Contract;
    readonly target: Target;
    readonly seed: number;
    readonly tool: RunHeader['tool'];
    readonly now: () => number;
  },
): Promise<void> {
  const { contract, target, seed, tool, now } = options;
  const exchanges = exchangesIn(trace);
  const baseUrl = target.endpoints[trace.case.document]?.baseUrl ?? '';
  // A request that was already sent is not sent again: its own outcome is returned.
  const played: Transport = {
    send: async (_request, _baseUrl, _signal, requestContext) => {
      const own = exchanges.find(({ step }) => step === requestContext?.step);
      const { outcome = fault('other', 'it was not sent'), resent = false } = own ?? {};
      return { outcome, resent };
    },
    close: async () => {},
  };
  const recorder = openRecorder({
    folder,
    inner: played,
    manifest: manifestOf(contract, target, {
      seed,
      runs: 0,
      only: [],
      strict: false,
      discover: false,
    }),
    secrets: secretsToKeepOut(target),
    now,
    monotonic: now,
    finish: { tool, keepOthers: false },
  });
  const signal = new AbortController().signal;
  for (const { step, request } of exchanges) {
    const planned = trace.case.steps.find(({ id }) => id === step);
    const operation = planned?.request.operation ?? '';
    await recorder.transport.send(request, baseUrl, signal, { case: trace.case, step, operation });
  }
  // A clause, or a rule of the campaign: a replay judges by the same again.
  recorder.keep(trace, { verdicts: [[finding.clause, finding.verdict]], observations: [] });
  await recorder.finish();
}
