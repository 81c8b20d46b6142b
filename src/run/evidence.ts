import type { Contract } from '../contract/contract.ts';
import type {
  Clause,
  Credential,
  Endpoint,
  Finding,
  FindingReport,
  Step,
  StepReport,
  Target,
  Trace,
  Verdict,
} from '../model.ts';
import { acceptedMessage, messageOf } from '../report/message.ts';
import { curlLine, type RedactedCredential, touchstoneLine } from '../report/reproduction.ts';
import { clip } from '../report/text.ts';

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
  const steps = stepsTo(trace, finding.where.step);
  const addressed = { method, route: operation?.route ?? '' };
  return {
    case: trace.case.id,
    verdict,
    step: finding.where.step,
    where: finding.where.pointer,
    actual: finding.actual,
    expected: finding.expected,
    message:
      step?.breach !== undefined && finding.expected === 'a refusal'
        ? acceptedMessage(finding, addressed, step.request, step.breach)
        : messageOf(finding, addressed),
    ...(steps.length > 1 && { steps }),
    reproduce: {
      curl:
        // What an earlier step made for it is gone by now: then the steps say more than a line to paste.
        exchange && step && endpoint && !buildsOnOthers(step)
          ? curlLine({
              request: exchange.request,
              url: exchange.url,
              credential: credentialShown(
                step.request.credential,
                exchange.request.headers,
                endpoint,
              ),
              insecure: target.tls.insecure,
            })
          : '',
      touchstone: touchstoneLine({ only: clause.id, seed, targetOptions }),
    },
  };
}

/** Of a long way to a failure, so many requests are told: the last ones. */
const MOST_STEPS = 12;

/** Of a body, so many characters are told. */
const MOST_OF_BODY = 160;

/** The requests of a case up to that of a step, in the order in which they went out. */
function stepsTo({ exchanges }: Trace, step: string): readonly StepReport[] {
  const at = exchanges.findIndex((exchange) => exchange.step === step);
  return exchanges.slice(Math.max(0, at + 1 - MOST_STEPS), at + 1).map((exchange) => {
    const { method, target, body } = exchange.request;
    const { outcome } = exchange;
    const sent = body === undefined ? '' : ` ${clip(Buffer.from(body).toString(), MOST_OF_BODY)}`;
    return {
      step: exchange.step,
      request: `${method} ${readable(target)}${sent}`,
      answer: outcome.kind === 'answer' ? String(outcome.status) : outcome.message,
    };
  });
}

/** A target as a person reads it: brackets and slashes as they are, if decoding leaves it unambiguous. */
function readable(target: string): string {
  return target.replaceAll(/%(?:2F|5B|5D|3A|2C)/gi, (code) => decodeURIComponent(code));
}

function buildsOnOthers({ request }: Step): boolean {
  return JSON.stringify([request.path, request.query, request.body]).includes('"$from"');
}

/** How the credential of a request is shown where its value must not be. */
export function credentialShown(
  credential: Credential,
  headers: readonly (readonly [string, string])[],
  endpoint: Endpoint,
): RedactedCredential {
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
