import { type Contract, statusOf } from '../contract/index.ts';
import {
  addressesOf,
  type BaseUrls,
  type Connectivity,
  type DocumentName,
  type Role,
  type Target,
  type Trace,
} from '../model/index.ts';

/** Roles of steps that break no rule. */
const VALID: ReadonlySet<Role> = new Set(['valid', 'control', 'setup']);

/**
 * Watches whether anything gets through at all. Where no answer comes, or no valid request succeeds,
 * hardly anything is judged, and a run that says so only in small print would be taken for a good one.
 */
export function accessTo(
  { endpoints }: Target,
  documents: readonly DocumentName[],
  { operation, validate }: Pick<Contract, 'operation' | 'validate'>,
) {
  const barred = new Map(documents.map((document) => [document, new Set<number>()]));
  const faults = new Map<DocumentName, string>();
  const answered = new Set<DocumentName>();
  const admitted = new Set<DocumentName>();
  const heard = (): readonly Connectivity[] =>
    documents.map((document) => {
      const fault = faults.get(document);
      return {
        document,
        authorised: endpoints[document]?.authorization !== undefined,
        answered: answered.has(document),
        admitted: admitted.has(document),
        barred: [...(barred.get(document) ?? [])],
        ...(fault !== undefined && { fault }),
      };
    });
  return {
    note({ case: item, exchanges }: Trace): void {
      for (const { step, outcome } of exchanges) {
        if (outcome.kind === 'fault') {
          if (!faults.has(item.document)) faults.set(item.document, outcome.message);
          continue;
        }
        answered.add(item.document);
        const sent = item.steps.find(({ id }) => id === step);
        if (sent === undefined || !VALID.has(sent.role)) continue;
        const status = statusOf(operation(sent.request.operation), outcome, validate);
        if (status >= 200 && status < 300) admitted.add(item.document);
        // The object that a setup step asks for may be missing.
        else if (sent.role !== 'setup') barred.get(item.document)?.add(status);
      }
    },
    heard,
    problems: () => accessProblems(heard(), addressesOf({ endpoints })),
  };
}

/** Connectivity in all, by document, in the order of the first. */
export function judgedTogether(all: readonly Connectivity[]): readonly Connectivity[] {
  const documents = [...new Set(all.map(({ document }) => document))];
  return documents.map((document) => {
    const own = all.filter((one) => one.document === document);
    const fault = own.find((one) => one.fault !== undefined)?.fault;
    return {
      document,
      authorised: own.some(({ authorised }) => authorised),
      answered: own.some(({ answered }) => answered),
      admitted: own.some(({ admitted }) => admitted),
      barred: [...new Set(own.flatMap(({ barred }) => barred))],
      ...(fault !== undefined && { fault }),
    };
  });
}

/** Documents that no request, or no valid request, got through to: a sentence for each. */
export function accessProblems(heard: readonly Connectivity[], urls: BaseUrls): readonly string[] {
  return heard.flatMap(({ document, authorised, answered, admitted, barred, fault }) => {
    const url = urls[document];
    if (fault !== undefined && !answered) {
      return [`the ${document} API at ${url} gave no answer: ${fault}`];
    }
    if (barred.length === 0 || admitted) return [];
    const reported = [...barred].sort((a, b) => a - b).join(', ');
    const means = meaningOf(barred, authorised) ?? `is it really at ${url}?`;
    return [`the ${document} API answered every valid request with status ${reported}: ${means}`];
  });
}

/** The meaning if every valid request was denied; undefined if some were not. */
function meaningOf(barred: readonly number[], authorised: boolean): string | undefined {
  if (!barred.every((status) => status === 401 || status === 403)) return undefined;
  if (!authorised) return 'no credential was given';
  return barred.includes(401)
    ? 'the credential that was given is not accepted'
    : 'the login may do nothing there, or something in front refuses everything';
}
