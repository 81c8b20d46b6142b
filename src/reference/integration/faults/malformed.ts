import type { Json } from '../../../model/index.ts';
import { plainChoices } from '../choice.ts';
import { type IntegrationFault, inFamily } from '../deviation.ts';
import type { Context, RefusalRule } from '../draft.ts';
import { isObject } from '../edit.ts';
import { success } from '../envelope.ts';
import { all, body, DEPENDENCIES, type Hooks, onDependencies, put } from '../wrap.ts';
import { keys, members } from '../wrap-entries.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const MESSAGE = 'integration/success/message';
/** Derived from the schema of the request body, so not written in clauses.yaml. */
const SYSTEMS_TYPE = 'integration/dependencies/body/systems/type';
const ITEMS_TYPE = 'integration/dependencies/body/systems/items/type';

/** Malformed bodies that are accepted: section 4.1. */
export const malformedFaults: readonly IntegrationFault[] = [
  // ---- Malformed bodies that are accepted. Their refusal is implied only, so each of these faults
  // comes from a carelessness that spoils valid calls as well.
  ...inFamily('malformed body accepted', [
    {
      name: 'systems-not-read',
      what: 'never looks at `systems`, and returns the entries of all systems',
      breaks: [SYSTEMS_TYPE, ITEMS_TYPE, OTHER_KEYS],
      ...all(
        members(onDependencies, (list, { data }) => [...list, ...data.systems]),
        accept(['systems-type', 'systems-items-type', 'systems-missing'], ({ data }) => ({
          data: Object.fromEntries(data.systems),
        })),
      ),
    },
    {
      name: 'systems-type-unchecked',
      what: 'takes any value for `systems`, and writes null for the message of every success about systems',
      breaks: [SYSTEMS_TYPE, MESSAGE],
      ...all(
        accept(['systems-type'], () => ({ message: null })),
        body(onDependencies, ['message'], put(null)),
      ),
    },
    {
      name: 'system-ids-in-quotes',
      what: 'spells each system ID as JSON, quotes included, so that any value passes for one',
      breaks: [ITEMS_TYPE, KEYS, OTHER_KEYS],
      ...all(
        accept(['systems-items-type']),
        keys((id) => JSON.stringify(id)),
      ),
    },
  ]),
];

/** A refusal for one of these reasons becomes a success, without entries unless told otherwise. */
function accept(
  rules: readonly RefusalRule[],
  members: (context: Context) => { readonly [member: string]: Json } = () => ({}),
): Hooks {
  return {
    answer: (draft, context) => {
      const { operation, outcome } = context;
      if (
        operation !== DEPENDENCIES ||
        outcome.kind !== 'refused' ||
        !rules.includes(outcome.rule)
      ) {
        return draft;
      }
      const accepted = success({}, plainChoices);
      const { payload } = accepted;
      if (payload.kind !== 'json' || !isObject(payload.value)) return accepted;
      const value = { ...payload.value, ...members(context) };
      return { ...accepted, payload: { kind: 'json', value } };
    },
  };
}
