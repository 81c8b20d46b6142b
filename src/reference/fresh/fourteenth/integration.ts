import { inFamily } from '../../integration/deviation.ts';
import { without } from '../altering.ts';
import { dependencies, descriptors, entries } from '../altering-integration.ts';
import { listIn } from '../tools.ts';

export const FAMILY = 'fourteenth fresh list';

export const integrationFaults = inFamily(FAMILY, [
  // section 2.3: each entry has `show_hostname`, with fields or without
  {
    name: 'fresh-n-no-hostname-flag-without-fields',
    what: 'leaves show_hostname out of the entry of a system that has no fields',
    breaks: ['integration/dependencies/show-hostname'],
    inFront: entries((entry) =>
      listIn(entry.fields).length === 0 ? without(entry, 'show_hostname') : entry,
    ),
  },
  // section 4.1, rule 1: the keys of `data` are the IDs of the systems
  {
    name: 'fresh-n-id-basename',
    what: 'keeps of a system ID what follows its last slash',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: dependencies((data) =>
      Object.fromEntries(
        Object.entries(data).map(([id, entry]) => [id.slice(id.lastIndexOf('/') + 1), entry]),
      ),
    ),
  },
  // section 2.2: `label` is a text, in whichever language
  {
    name: 'fresh-n-label-null-beyond-ascii',
    what: 'has null for a label that has letters beyond ASCII',
    breaks: ['integration/dependencies/field/label'],
    inFront: descriptors((field) =>
      /[^ -~]/.test(String(field.label)) ? { ...field, label: null } : field,
    ),
  },
]);
