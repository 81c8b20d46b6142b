import type { DocumentName, Target, Trace } from './model.ts';

/**
 * Watches whether anything gets through at all. Where no answer comes, or no credential is accepted,
 * hardly anything is judged, and a run that says so only in small print would be taken for a good one.
 */
export function accessTo(target: Target, documents: readonly DocumentName[]) {
  const barred = new Map<DocumentName, number>();
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
        if (outcome.status !== 401 && outcome.status !== 403) admitted.add(item.document);
        else barred.set(item.document, outcome.status);
      }
    },
    problems: () =>
      documents.flatMap((document) => {
        const url = target.endpoints[document]?.baseUrl;
        const fault = unheard.get(document);
        if (fault !== undefined && !answered.has(document)) {
          return [`the ${document} API at ${url} gave no answer: ${fault}`];
        }
        const status = barred.get(document);
        if (status === undefined || admitted.has(document)) return [];
        const means = target.endpoints[document]?.authorization
          ? 'the credential that was given is not accepted'
          : 'no credential was given';
        return [`the ${document} API answered every valid request with HTTP ${status}: ${means}`];
      }),
  };
}
