import type { Contract } from './contract/contract.ts';
import type {
  Clause,
  Credential,
  Endpoint,
  Finding,
  FindingReport,
  Step,
  Target,
  Trace,
  Verdict,
} from './model.ts';
import { messageOf } from './report/message.ts';
import { curlLine, type ShownCredential, touchstoneLine } from './report/reproduction.ts';

/**
 * A violation with what a person needs to see it again: the sentence, a curl line, a touchstone line.
 */
export function reportViolation(
  {
    contract,
    target,
    seed,
    targetOptions,
  }: {
    readonly contract: Contract;
    readonly target: Target;
    readonly seed: number;
    readonly targetOptions: readonly string[];
  },
  trace: Trace,
  clause: Pick<Clause, 'id'>,
  finding: Extract<Finding, { kind: 'violated' }>,
  verdict: Verdict,
): FindingReport {
  const step = trace.case.steps.find(({ id }) => id === finding.where.step);
  const exchange = trace.exchanges.find((made) => made.step === finding.where.step);
  const operation = step && contract.operation(step.request.operation);
  const method = step?.request.method ?? operation?.method ?? '';
  const endpoint = target.endpoints[trace.case.document];
  return {
    case: trace.case.id,
    verdict,
    step: finding.where.step,
    where: finding.where.pointer,
    actual: finding.actual,
    expected: finding.expected,
    message: messageOf(finding, { method, route: operation?.route ?? '' }),
    reproduce: {
      curl:
        exchange && step && endpoint
          ? `${curlLine({
              request: exchange.request,
              url: exchange.url,
              credential: credentialShown(
                step.request.credential,
                exchange.request.headers,
                endpoint,
              ),
              insecure: target.tls.insecure,
            })}${buildsOnOthers(step) ? ALONE : ''}`
          : '',
      touchstone: touchstoneLine({ only: clause.id, seed, targetOptions }),
    },
  };
}

/** A comment to bash: the line can be pasted, and says what it cannot show. */
const ALONE =
  ' # by itself: what earlier steps of the case made for it has been removed, so use the touchstone line';

function buildsOnOthers({ request }: Step): boolean {
  return JSON.stringify([request.path, request.query, request.body]).includes('"$from"');
}

/** How the credential of a request is shown where its value must not be. */
export function credentialShown(
  credential: Credential,
  headers: readonly (readonly [string, string])[],
  endpoint: Endpoint,
): ShownCredential {
  const sent = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (sent === undefined) return { kind: 'none' };
  const secret = { kind: 'secret', ...endpoint.credentialFrom } as const;
  switch (credential.kind) {
    case 'valid':
      return secret;
    case 'header':
      return credential.value.includes('{credential}')
        ? { ...secret, template: credential.value }
        : { kind: 'literal', value: sent };
    default:
      return { kind: 'literal', value: sent };
  }
}
