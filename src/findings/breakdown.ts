import type { Step } from '../model/index.ts';

/** A violation of a rule that holds for every answer. */
interface Breakdown {
  readonly step: Pick<Step, 'breach' | 'request'>;
  readonly violation: { readonly rule: { readonly id: string }; readonly signature: string };
}

/**
 * The identity of a cause. Operations share code, so a misread parameter is one cause everywhere. If nothing in the
 * request is unusual, the operation is the cause.
 */
export function breakdownCause({ step, violation }: Breakdown): string {
  const { breach, request } = step;
  const place =
    breach === undefined
      ? request.operation
      : `${breach.part} ${breach.pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`;
  return [violation.rule.id, place, violation.signature].join('\n');
}
