/** For tests: a case as a story of steps with their answers. */

import { CONTRACT_ROOT, loadContract } from '../../../../contract/contract.ts';
import { judge } from '../../../../judge/judge.ts';
import {
  type Answer,
  type Credential,
  contentOf,
  type Exchange,
  type Finding,
  type Json,
  type Outcome,
  type Step,
  type Values,
} from '../../../../model/index.ts';

export const contract = loadContract(CONTRACT_ROOT);

/** A step and its outcome: a status with a body, or `lost`. */
export interface StoryStep {
  readonly id: string;
  readonly operation: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly sent?: Values;
  readonly credential?: Credential['kind'] & ('valid' | 'none');
  readonly answer: readonly [status: number, json?: Json] | 'lost';
}

export function answered(
  action: StoryStep,
  ...answer: readonly [status: number, json?: Json]
): StoryStep {
  return { ...action, answer };
}

export function lost(action: StoryStep): StoryStep {
  return { ...action, answer: 'lost' };
}

/**
 * A clause's finding in a story, in short: `holds`; the step and pointer of a violation, such as `read/title/raw`; or
 * the reason in brackets if it cannot be judged, such as `(precondition)`.
 */
export function reported(clause: string, story: readonly StoryStep[]): readonly string[] {
  return findingsOf(clause, story).map((finding) => {
    switch (finding.kind) {
      case 'violated': {
        const { step, pointer } = finding.where;
        return pointer === '' || pointer.startsWith('/') ? step + pointer : `${step} ${pointer}`;
      }
      case 'not-judgeable':
        return `(${finding.because})`;
      default:
        return finding.kind;
    }
  });
}

export function findingsOf(clause: string, story: readonly StoryStep[]): readonly Finding[] {
  const trace = {
    case: {
      id: 'content/story',
      title: 'story',
      document: 'content' as const,
      evidence: [clause],
      origin: { kind: 'scenario' as const },
      steps: story.map(stepOf),
    },
    exchanges: story.map(exchangeOf),
  };
  return judge(contract, {}, trace).flatMap(({ findings }) => findings);
}

function stepOf({ id, operation, path, query, sent, credential }: StoryStep): Step {
  return {
    id,
    role: 'valid',
    request: {
      operation: `content/${operation}`,
      path: path ?? {},
      query: query ?? {},
      headers: [],
      body: sent === undefined ? { kind: 'none' } : { kind: 'json', value: sent },
      credential: { kind: credential ?? 'valid' },
    },
  };
}

function exchangeOf(action: StoryStep): Exchange {
  return {
    step: action.id,
    request: { method: 'GET', target: '/', headers: [], body: undefined },
    url: 'http://127.0.0.1/',
    outcome: outcomeOf(action),
    startedAt: 0,
    durationMs: 1,
    resent: false,
  };
}

function outcomeOf({ answer }: StoryStep): Outcome {
  if (answer === 'lost') {
    return { kind: 'fault', code: 'reset', message: 'the connection was reset' };
  }
  const [status, json] = answer;
  const bytes = json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(json));
  const headers = [['content-type', 'application/json']] as const;
  const content = contentOf(bytes, headers, 'complete', 1_000_000);
  return {
    kind: 'answer',
    status,
    reason: '',
    headers,
    body: { bytes, completeness: 'complete', content },
  } satisfies Answer;
}
