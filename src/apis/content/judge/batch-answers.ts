import { effectiveStatusIn, effectiveStatusText } from '../../../contract/index.ts';
import { isNotNow } from '../../../judge/batch.ts';
import {
  type Check,
  type CheckContext,
  HOLDS,
  judgeEach,
  notJudgeable,
  obstacleOf,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import {
  type Finding,
  isObject,
  type JsonSchema,
  parsedJson,
  valueAt,
} from '../../../model/index.ts';
import { comparandOf } from './index/index-comparand.ts';

/** A batch: its requested members and the list of answers. */
interface Batch {
  readonly shown: StepResult;
  readonly requests: readonly unknown[];
  readonly responses: readonly unknown[];
}

/**
 * Judges answers to batch members, if the answer has the expected form: a list `responses`, which the document does not
 * show. `count`: one answer for each request. `order`: answers are in request order, by their IDs. `outcomes`: a member
 * is answered like the same call by itself; `singly` names those calls. `indexed`: the same, if the index allows them
 * in a batch.
 */
export const batchAnswers: Check = {
  name: 'batch-answers',
  judge: judgeEach((json, shown, options, checkContext) => {
    const responses = valueAt(json, '/responses');
    const requests = requestsOf(shown);
    if (!Array.isArray(responses) || !requests) {
      return notJudgeable('precondition', 'the answer has no list `responses` to judge');
    }
    return judgePart({ shown, requests, responses }, checkContext, options);
  }),
};

function requestsOf({ exchange }: StepResult): readonly unknown[] | undefined {
  if (!exchange?.request.body) return undefined;
  const sent = parsedJson(new TextDecoder().decode(exchange.request.body));
  const requests = valueAt(sent, '/requests');
  return Array.isArray(requests) ? requests : undefined;
}

function judgePart(
  batch: Batch,
  checkContext: CheckContext,
  options: JsonSchema,
): readonly Finding[] {
  const { shown, requests, responses } = batch;
  const even = responses.length === requests.length;
  if (options.part === 'count') {
    if (even) return [HOLDS];
    const wanted = `${requests.length}, one for each request`;
    const reported = responses.length === 1 ? '1 answer' : `${responses.length} answers`;
    return [violated(shown, '/responses', reported, wanted)];
  }
  if (!even) {
    return [notJudgeable('precondition', 'there are not as many answers as requests')];
  }
  if (options.part === 'order') return judgeOrder(batch);
  if (options.part === 'indexed' && !isIndexedForBatches(checkContext)) {
    return [notJudgeable('no-data', 'the index does not say that it may be called in a batch')];
  }
  return judgeOutcomes(batch, checkContext);
}

function judgeOrder({ shown, requests, responses }: Batch): readonly Finding[] {
  const asked = requests.map(idAskedFor);
  const reported = responses.map(reportedIdOf);
  const findings = reported.flatMap((id, index): readonly Finding[] => {
    const own = asked[index];
    if (id === undefined || own === undefined) return [];
    if (id === own) return [HOLDS];
    // An unrequested ID can belong to something other than the object.
    if (!asked.includes(id)) return [];
    const where = `/responses/${index}/body/id`;
    return [violated(shown, where, describeValue(Number(id)), `${own}, as in the request there`)];
  });
  if (findings.length > 0) return findings;
  return [notJudgeable('precondition', 'the answers do not show which objects they are about')];
}

function idAskedFor(request: unknown): string | undefined {
  const path = valueAt(request, '/path');
  return typeof path === 'string' ? /\/(\d+)(?:\?.*)?$/.exec(path)?.[1] : undefined;
}

function reportedIdOf(response: unknown): string | undefined {
  const id = valueAt(response, '/body/id') ?? valueAt(response, '/body/previous/id');
  return typeof id === 'number' ? String(id) : undefined;
}

/** Returns true if the index in the case allows batches for all calls in `singly` (2.1, `allow_batch`). */
function isIndexedForBatches(checkContext: CheckContext): boolean {
  const shown = checkContext.all.find(({ operation }) => operation.id === 'content/index');
  const served = shown && comparandOf(checkContext, shown)?.served;
  return singlyIn(checkContext).every((name) => {
    const alone = checkContext.all.find(({ step }) => step.id === name);
    const found = served?.find(({ operation }) => operation.id === alone?.operation.id);
    return valueAt(found?.endpoint.allowBatch, '/v1') === true;
  });
}

function singlyIn({ compared }: CheckContext): readonly unknown[] {
  const singly = isObject(compared) ? compared.singly : undefined;
  return Array.isArray(singly) ? singly : [];
}

function judgeOutcomes(
  { shown, responses }: Batch,
  checkContext: CheckContext,
): readonly Finding[] {
  return singlyIn(checkContext).map((name, index) => {
    const alone = checkContext.all.find(({ step }) => step.id === name);
    if (!alone) return notJudgeable('no-data', `there is no step ${name}`);
    const { standing } = alone;
    if (standing.kind !== 'succeeded' && standing.kind !== 'refused') return obstacleOf(standing);
    const status = valueAt(responses[index], '/status');
    if (typeof status !== 'number') {
      return notJudgeable('precondition', `the answer at ${index} tells no status`);
    }
    // If the single call reported its refusal only in the body, the batch member can too.
    const refusal = standing.answer.status < 300 ? alone.operation.refusal : undefined;
    const body = valueAt(responses[index], '/body');
    const reported = effectiveStatusIn(refusal, status, body, checkContext.validate);
    if (isNotNow(reported)) {
      return notJudgeable('precondition', `member ${index + 1} was answered with HTTP ${reported}`);
    }
    const well = reported >= 200 && reported < 300;
    if (well === (standing.kind === 'succeeded')) return HOLDS;
    const statusInBody = standing.kind === 'refused' ? standing.status : undefined;
    const wanted = `like ${effectiveStatusText(standing.answer, statusInBody)}, which the same call brings by itself`;
    return violated(shown, `/responses/${index}/status`, String(status), wanted);
  });
}
