import type { DocumentName, Target, Trace } from './model.ts';

/**
 * Watches whether anything gets through at all. Where no answer comes, or no valid request succeeds,
 * hardly anything is judged, and a run that says so only in small print would be taken for a good one.
 */
export function accessTo(target: Target, documents: readonly DocumentName[]) {
  const barred = new Map<DocumentName, readonly number[]>();
  const unheard = new Map<DocumentName, string>();
  const answered = new Set<DocumentName>();
  const admitted = new Set<DocumentName>();
  return {
    note({ case: item, exchanges }: Trace): void {
      for (const { step, outcome } of exchanges) {
        if (outcome.kind === 'fault') {
          if (!unheard.has(item.document)) unheard.set(item.document, outcome.message);
          continue;
        }
        answered.add(item.document);
        const role = item.steps.find(({ id }) => id === step)?.role;
        if (role !== 'valid' && role !== 'control') continue;
        if (outcome.status >= 200 && outcome.status < 300) admitted.add(item.document);
        else barred.set(item.document, [...(barred.get(item.document) ?? []), outcome.status]);
      }
    },
    problems: () =>
      documents.flatMap((document) => {
        const url = target.endpoints[document]?.baseUrl;
        const fault = unheard.get(document);
        if (fault !== undefined && !answered.has(document)) {
          return [`the ${document} API at ${url} gave no answer: ${fault}`];
        }
        const statuses = new Set(barred.get(document));
        if (statuses.size === 0 || admitted.has(document)) return [];
        const told = [...statuses].sort((a, b) => a - b).join(', ');
        const denied = [...statuses].every((status) => status === 401 || status === 403);
        const given = target.endpoints[document]?.authorization !== undefined;
        const means = denied
          ? given
            ? 'the credential that was given is not accepted'
            : 'no credential was given'
          : `is it really at ${url}?`;
        return [`the ${document} API answered every valid request with HTTP ${told}: ${means}`];
      }),
  };
}
