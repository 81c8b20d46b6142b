import { taking } from '../deviation.ts';

/** The form of answers: sections 2 and 7. */
export const answerVariations = taking([
  // ---- Form of a refusal: section 7
  {
    name: 'refusal-as-text',
    leaves: '7: bodies of other errors',
    what: 'refuses in plain text',
    choose: { refusalBody: 'text' },
  },
  {
    name: 'refusal-as-html',
    leaves: '7: bodies of other errors',
    what: 'refuses with a web page',
    choose: { refusalBody: 'html' },
  },
  {
    name: 'refusal-without-body',
    leaves: '7: bodies of other errors',
    what: 'refuses without a body',
    choose: { refusalBody: 'empty' },
  },
  {
    name: 'refusal-as-problem',
    leaves: '7: bodies of other errors',
    what: 'refuses with problem details',
    choose: { refusalBody: 'problem' },
  },
  {
    name: 'refusal-data-null',
    leaves: '7: `data` of a failure',
    what: 'writes null for the data of a failure',
    choose: { refusalData: null },
  },
  {
    name: 'refusal-data-list',
    leaves: '7: `data` of a failure',
    what: 'writes an empty list for the data of a failure',
    choose: { refusalData: [] },
  },
  {
    name: 'refusal-codes-as-numbers',
    leaves: '7: values of `error_code`',
    what: 'writes digits for the error codes of failures',
    choose: { refusalCodes: 'numbers' },
  },

  // ---- Optional parts of an answer: section 2
  {
    name: 'other-message',
    leaves: '2.5: the text of `message`',
    what: 'words the success message otherwise, beyond ASCII',
    choose: { successMessage: 'OK – erledigt ✓' },
  },
  {
    name: 'empty-message',
    leaves: '2.5: the text of `message`',
    what: 'leaves the success message empty',
    choose: { successMessage: '' },
  },
  {
    name: 'envelope-with-more-members',
    leaves: '2.5: whether there are further members',
    what: 'adds members to the success envelope',
    choose: { envelopeExtras: { request_id: 'r-1', errors: null, meta: { took: 3 } } },
  },
  {
    name: 'entry-with-more-members',
    leaves: '2.3: whether there are further members',
    what: 'adds members to dependency entries',
    choose: { entryExtras: { name: 'System', '@type': 'system', icons: [] } },
  },
  {
    name: 'field-with-more-members',
    leaves: '2.2: whether there are further members',
    what: 'adds members to field descriptors',
    choose: { fieldExtras: { placeholder: null, order: 1, options: {} } },
  },
  {
    name: 'zone-with-more-members',
    leaves: '2.4: whether there are further members',
    what: 'adds members to timezone entries',
    choose: { zoneExtras: { dst: true, aliases: [] } },
  },
  {
    name: 'field-types-beyond-text',
    leaves: '2.2: the set of types',
    what: 'has fields of the types password and select',
    choose: { fieldTypes: 'various' },
  },
  {
    name: 'field-label-empty',
    leaves: '2.2: the text of `label`',
    what: 'leaves the label of the first field of each system empty',
    choose: { fieldLabels: 'empty' },
  },
  {
    name: 'data-keys-reversed',
    leaves: '4.1: order of the keys',
    what: 'returns the systems in the opposite order',
    choose: { dataOrder: 'reversed' },
  },
  {
    name: 'data-keys-sorted',
    leaves: '4.1: order of the keys',
    what: 'returns the systems in the order of their IDs',
    choose: { dataOrder: 'sorted' },
  },
]);
