import { createHash } from 'node:crypto';
import { isList, type Json } from '../../model/index.ts';
import type { Handler, ServedRequest } from '../http.ts';
import type { IntegrationChoices, JsonMembers } from './choice.ts';
import { readCredential } from './credential.ts';
import type { IntegrationFault } from './deviation.ts';
import type { CallContext, Context, CredentialState, Draft, ReferenceData } from './draft.ts';
import { present } from './presentation.ts';
import { answer, operationAt } from './service.ts';
import { readSystems } from './system.ts';
import { listZones } from './zone.ts';

/**
 * The integration document as a handler of HTTP requests, with faults wrapped around it in the order
 * given. Calls are counted for each handler by itself, so that a fault may come and go.
 */
export function integrationHandler(
  choices: IntegrationChoices,
  faults: readonly IntegrationFault[],
): Handler {
  const data = faults.reduce((made, fault) => fault.data?.(made) ?? made, referenceData(choices));
  const count = counter();
  return (request) => {
    const [path, query] = split(request.target);
    const call = count(request, path);
    const credential = faults.reduce<CredentialState>(
      (found, fault) => fault.admits?.(found, call) ?? found,
      readCredential(request.headers.authorization, choices),
    );
    const served = answer(
      {
        method: request.method,
        path,
        query,
        contentType: request.headers['content-type'],
        body: request.body,
        credential,
      },
      data,
      choices,
    );
    const context: Context = {
      ...call,
      outcome: served.outcome,
      requested: served.requested,
      data,
    };
    const draft = faults.reduce<Draft>(
      (drafted, fault) => fault.answer?.(drafted, context) ?? drafted,
      served.draft,
    );
    return present(draft, choices);
  };
}

/** What the service answers from when no fault meddles with it. */
function referenceData(choices: IntegrationChoices): ReferenceData {
  const systems = new Map<string, Json>();
  for (const [id, entry] of readSystems()) {
    const fields = isList(entry.fields) ? entry.fields : [];
    systems.set(id, {
      ...entry,
      fields: fields.map((field, index) => dressField(field, index, choices)),
      ...choices.entryExtras,
    });
  }
  const zones = listZones(choices).map((zone) => ({ ...zone, ...choices.zoneExtras }));
  return { systems, zones };
}

const inputTypes = ['password', 'select', 'text'];

function dressField(field: Json, index: number, choices: IntegrationChoices): Json {
  if (typeof field !== 'object' || field === null || isList(field)) return field;
  const various: JsonMembers =
    choices.fieldTypes === 'various'
      ? { type: inputTypes[index % inputTypes.length] ?? 'text' }
      : {};
  const unlabelled: JsonMembers =
    choices.fieldLabels === 'empty' && index === 0 ? { label: '' } : {};
  return { ...field, ...various, ...unlabelled, ...choices.fieldExtras };
}

function split(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** Requests that are told apart to count repetitions; more than this and counting starts anew. */
const MOST_COUNTED = 10_000;

function counter(): (request: ServedRequest, path: string) => CallContext {
  const calls = new Map<string, number>();
  const repeats = new Map<string, number>();
  const next = (counts: Map<string, number>, key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    if (counts.size >= MOST_COUNTED) counts.clear();
    counts.set(key, count);
    return count;
  };
  return (request, path) => {
    const operation = operationAt(path);
    const { authorization = '' } = request.headers;
    const key = [
      request.method,
      request.target,
      authorization,
      createHash('sha256').update(request.body).digest('base64'),
    ].join('\n');
    return {
      operation,
      call: next(calls, operation ?? ''),
      repeat: next(repeats, key),
      authorization,
    };
  };
}
