import { isList, type Json } from '../../model/index.ts';
import type { Handler } from '../http.ts';
import type { IntegrationChoices, JsonMembers } from './choice.ts';
import { readCredential } from './credential.ts';
import type { ReferenceData } from './draft.ts';
import { present } from './presentation.ts';
import { answer } from './service.ts';
import { readSystems } from './system.ts';
import { listZones } from './zone.ts';

/** The integration document as an HTTP handler. */
export function integrationHandler(choices: IntegrationChoices): Handler {
  const data = referenceData(choices);
  return ({ method, target, headers, body }) => {
    const [path, query] = split(target);
    const credential = readCredential(headers.authorization, choices);
    const contentType = headers['content-type'];
    const call = { method, path, query, contentType, body, credential };
    return present(answer(call, data, choices), choices);
  };
}

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
