import { isList } from '../../../json.ts';
import { type IntegrationFault, inFamily } from '../deviation.ts';
import { isObject } from '../edit.ts';
import { atLeast, body, both, entries, gone, onDependencies, put } from '../wrap.ts';
import { isAscii } from '../wrap-entries.ts';

const OWN = 'integration/dependencies/own-entry';
const FIELDS = 'integration/dependencies/fields';
const HOSTNAME = 'integration/dependencies/show-hostname';
const CODE = 'integration/dependencies/field/code';
const LABEL = 'integration/dependencies/field/label';
const REQUIRED = 'integration/dependencies/field/required';
const TYPE = 'integration/dependencies/field/type';

const ANY_FIELD = ['fields', '*'];
const ANY_ENTRY = ['data', '*'];

/** Faults in the members of entries and of fields: sections 2.2 and 2.3. */
export const fieldFaults: readonly IntegrationFault[] = [
  ...inFamily('entry member wrong', [
    {
      name: 'fields-missing',
      what: 'leaves `fields` out of every entry',
      breaks: [FIELDS],
      ...entries(['fields'], gone),
    },
    {
      name: 'fields-missing-when-empty',
      what: 'leaves `fields` out of the entry of a system that needs none',
      breaks: [FIELDS],
      ...entries(['fields'], (fields) => (JSON.stringify(fields) === '[]' ? undefined : fields)),
    },
    {
      name: 'fields-null-when-empty',
      what: 'writes null for `fields` of a system that needs none',
      breaks: [FIELDS],
      ...entries(['fields'], (fields) => (JSON.stringify(fields) === '[]' ? null : fields)),
    },
    {
      name: 'fields-by-code',
      what: 'writes `fields` as an object keyed by machine name',
      breaks: [FIELDS],
      ...entries(['fields'], (fields) =>
        isList(fields)
          ? Object.fromEntries(
              fields.map((field) => [isObject(field) ? String(field['@code']) : '', field]),
            )
          : fields,
      ),
    },
    {
      name: 'fields-as-codes',
      what: 'lists machine names in place of field descriptors',
      breaks: [FIELDS],
      ...entries(ANY_FIELD, (field) => (isObject(field) ? field['@code'] : field)),
    },
    {
      name: 'field-null-at-end',
      what: 'ends every list of fields with null',
      breaks: [FIELDS],
      ...entries(['fields'], (fields) => (isList(fields) ? [...fields, null] : fields)),
    },
    {
      name: 'show-hostname-missing',
      what: 'leaves `show_hostname` out of every entry',
      breaks: [HOSTNAME],
      ...entries(['show_hostname'], gone),
    },
    {
      name: 'show-hostname-missing-when-false',
      what: 'leaves `show_hostname` out where it is false',
      breaks: [HOSTNAME],
      ...entries(['show_hostname'], (shown) => (shown === false ? undefined : shown)),
    },
    {
      name: 'show-hostname-as-text',
      what: 'writes `show_hostname` as the words that `required` has',
      breaks: [HOSTNAME],
      ...entries(['show_hostname'], (shown) => String(shown)),
    },
    {
      name: 'show-hostname-as-number',
      what: 'writes `show_hostname` as 1 or 0',
      breaks: [HOSTNAME],
      ...entries(['show_hostname'], (shown) => (shown === true ? 1 : 0)),
    },
    {
      name: 'show-hostname-null-for-digits',
      what: 'writes null for `show_hostname` of a system whose ID consists of digits',
      breaks: [HOSTNAME],
      ...entries(['show_hostname'], put(null), (id) => /^\d+$/.test(id)),
    },
  ]),
  ...inFamily('field member wrong', [
    {
      name: 'code-missing',
      what: 'leaves `@code` out of every field',
      breaks: [CODE],
      ...entries([...ANY_FIELD, '@code'], gone),
    },
    {
      name: 'code-without-at',
      what: 'names the machine name `code` in place of `@code`',
      breaks: [CODE],
      ...entries(ANY_FIELD, (field) => {
        if (!isObject(field)) return field;
        const { '@code': code, ...rest } = field;
        return code === undefined ? rest : { code, ...rest };
      }),
    },
    {
      name: 'code-as-number',
      what: 'writes `@code` as a number',
      breaks: [CODE],
      ...entries([...ANY_FIELD, '@code'], put(17)),
    },
    {
      name: 'code-null-in-last-field',
      what: 'writes null for `@code` of the last field of each system',
      breaks: [CODE],
      ...entries(['fields', 'last', '@code'], put(null)),
    },
    {
      name: 'label-missing',
      what: 'leaves `label` out of every field',
      breaks: [LABEL],
      ...entries([...ANY_FIELD, 'label'], gone),
    },
    {
      name: 'label-null',
      what: 'writes null for `label` of every field',
      breaks: [LABEL],
      ...entries([...ANY_FIELD, 'label'], put(null)),
    },
    {
      name: 'label-by-language',
      what: 'writes `label` of a field as an object of translations',
      breaks: [LABEL],
      ...entries([...ANY_FIELD, 'label'], (label) => (label === undefined ? label : { en: label })),
    },
    {
      name: 'required-as-boolean',
      what: 'writes `required` as a JSON boolean',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => word === 'true'),
    },
    {
      name: 'required-as-boolean-when-false',
      what: 'writes `required` as a JSON boolean where it is false',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? false : word)),
    },
    {
      name: 'required-as-boolean-for-other-letters',
      what: 'writes `required` as a JSON boolean for systems whose ID has letters beyond ASCII',
      breaks: [REQUIRED],
      ...entries(
        [...ANY_FIELD, 'required'],
        (word) => word === 'true',
        (id) => !isAscii(id),
      ),
    },
    {
      name: 'required-as-yes',
      what: 'writes `required` as yes or no',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => (word === 'true' ? 'yes' : 'no')),
    },
    {
      name: 'required-as-digit',
      what: 'writes `required` as the string "1" or "0"',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => (word === 'true' ? '1' : '0')),
    },
    {
      name: 'required-empty-when-false',
      what: 'writes an empty string where `required` is false',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? '' : word)),
    },
    {
      name: 'required-missing',
      what: 'leaves `required` out of every field',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], gone),
    },
    {
      name: 'required-missing-when-false',
      what: 'leaves `required` out where it is false',
      breaks: [REQUIRED],
      ...entries([...ANY_FIELD, 'required'], (word) => (word === 'false' ? undefined : word)),
    },
    {
      name: 'required-as-boolean-for-many-systems',
      what: 'writes `required` as a JSON boolean where four or more systems are requested',
      breaks: [REQUIRED, OWN],
      ...body(
        both(onDependencies, atLeast(4)),
        [...ANY_ENTRY, ...ANY_FIELD, 'required'],
        (word) => word === 'true',
      ),
    },
    {
      name: 'type-missing',
      what: 'leaves `type` out of every field',
      breaks: [TYPE],
      ...entries([...ANY_FIELD, 'type'], gone),
    },
    {
      name: 'type-as-number',
      what: 'writes `type` as a number',
      breaks: [TYPE],
      ...entries([...ANY_FIELD, 'type'], put(1)),
    },
    {
      name: 'type-as-list',
      what: 'writes `type` of the first field of each system as a list',
      breaks: [TYPE],
      ...entries(['fields', 'first', 'type'], put(['text'])),
    },
  ]),
];
