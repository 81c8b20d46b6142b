import type { IntegrationChoices, RefusalForm } from './choice.ts';
import type { RefusalRule } from './draft.ts';

/** The requested systems, or the reason of the refusal. */
export type RequestedSystems =
  | { readonly kind: 'systems'; readonly systems: readonly string[] }
  | { readonly kind: 'refused'; readonly refusal: RefusalForm; readonly rule: RefusalRule };

/**
 * Reads the body of the dependencies endpoint (section 4.1: `systems`, an array of strings).
 *
 * @param contentType the header's value, or undefined without the header.
 */
export function readBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  choices: IntegrationChoices,
): RequestedSystems {
  const typeRefusal = refusedType(contentType, choices);
  if (typeRefusal !== undefined) return refusedBy(typeRefusal, 'content-type');
  const parsed = parseJson(bytes);
  if (parsed === undefined) return orEmpty(choices.notJson, 'body-not-json');
  const { value } = parsed;
  if (!isRecord(value)) return orEmpty(choices.notObject, 'body-not-object');
  if (
    choices.surplusMembers !== 'ignored' &&
    Object.keys(value).some((member) => member !== 'systems')
  ) {
    return refusedBy(choices.surplusMembers, 'member-unknown');
  }
  return readSystems(value.systems, choices);
}

function readSystems(systems: unknown, choices: IntegrationChoices): RequestedSystems {
  if (systems === undefined || systems === null) {
    return orEmpty(choices.missingSystems, 'systems-missing');
  }
  const list =
    typeof systems === 'string' && choices.singleSystem === 'as-list' ? [systems] : systems;
  if (!Array.isArray(list)) return refusedBy(choices.malformed, 'systems-type');
  const named: string[] = [];
  for (const item of list) {
    if (typeof item === 'string') named.push(item);
    else if (typeof item === 'number' && choices.numberId === 'as-string') named.push(String(item));
    else return refusedBy(choices.malformed, 'systems-items-type');
  }
  if (named.length === 0 && choices.emptySystems !== 'empty-data') {
    return refusedBy(choices.emptySystems, 'systems-empty');
  }
  if (named.length > choices.systemsLimit.most) {
    return refusedBy(choices.systemsLimit.refusal, 'systems-too-many');
  }
  return { kind: 'systems', systems: named };
}

function refusedType(
  contentType: string | undefined,
  choices: IntegrationChoices,
): RefusalForm | undefined {
  if (contentType === undefined) {
    return choices.noContentType === 'accepted' ? undefined : choices.noContentType;
  }
  const isJson = /^application\/json\s*(;|$)/i.test(contentType);
  return isJson || choices.otherContentType === 'accepted' ? undefined : choices.otherContentType;
}

function orEmpty(choice: RefusalForm | 'as-empty', rule: RefusalRule): RequestedSystems {
  return choice === 'as-empty' ? { kind: 'systems', systems: [] } : refusedBy(choice, rule);
}

function refusedBy(refusal: RefusalForm, rule: RefusalRule): RequestedSystems {
  return { kind: 'refused', refusal, rule };
}

function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
