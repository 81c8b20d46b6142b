import { type Choices, refuse } from './choice.ts';
import type { Liberty } from './deviation.ts';

/**
 * All liberties with the integration document, by section. They may be taken in any number at once;
 * where two choose for the same choice, the one named last wins. In the order of this table, all of them
 * together serve every valid request.
 */
export const integrationLiberties: readonly Liberty[] = [
  // ---- Credentials: section 5
  liberty('challenge-header', '5, 2.6: headers of the 401', 'sends WWW-Authenticate with a 401', {
    challenge: 'bearer',
  }),
  liberty(
    'other-denial-message',
    '2.6: the text of `message`',
    'words the authentication error otherwise',
    {
      denialMessage: 'Unauthenticated.',
    },
  ),
  liberty(
    'empty-denial-message',
    '2.6: the text of `message`',
    'leaves the message of the authentication error empty',
    { denialMessage: '' },
  ),
  liberty(
    'denial-with-more-members',
    '2.6: whether there are further members',
    'adds members to the authentication error',
    {
      denialExtras: { error: 'invalid_token', trace: '5f0e', errors: [] },
    },
  ),
  liberty(
    'validates-before-authenticating',
    '5, 7: which fault of two is told',
    'looks at the request before it looks at the credential',
    {
      first: 'request',
    },
  ),
  liberty(
    'no-credential-bare-401',
    '5, rule 4: other causes of a 401',
    'answers a call without credential with 401 and no body',
    {
      noCredential: 'bare-401',
    },
  ),
  liberty(
    'no-credential-403',
    '5, rule 4: other causes of a 401',
    'answers a call without credential with 403',
    { noCredential: refuse(403) },
  ),
  liberty(
    'no-credential-400',
    '5, rule 4: other causes of a 401',
    'answers a call without credential with 400',
    { noCredential: refuse(400) },
  ),
  liberty(
    'no-credential-served',
    '5, rule 4: other causes of a 401',
    'carries out a call without credential',
    { noCredential: 'serve' },
  ),
  liberty(
    'odd-credential-400',
    '5, rule 4: other causes of a 401',
    'answers a credential of another form with 400',
    { oddCredential: refuse(400) },
  ),
  liberty(
    'odd-credential-bare-401',
    '5, rule 4: other causes of a 401',
    'answers a credential of another form with 401 and no body',
    {
      oddCredential: 'bare-401',
    },
  ),
  liberty(
    'scheme-case-matters',
    '5, rule 1: the case of the scheme',
    'takes the scheme as Bearer only, not as bearer',
    { schemeCase: 'exact' },
  ),
  liberty(
    'spaces-after-scheme',
    '5, rule 1: the space after the scheme',
    'takes several spaces after the scheme',
    { schemeSpaces: 'any' },
  ),
  liberty(
    'token-without-scheme',
    '5, rule 4: other causes of a 401',
    'takes its token without a scheme',
    { nakedToken: 'taken' },
  ),

  // ---- Requests on which section 4.1 is silent
  liberty(
    'empty-systems-400',
    '4.1, rule 2: an empty `systems`',
    'refuses an empty list with 400',
    { emptySystems: refuse(400) },
  ),
  liberty(
    'empty-systems-422',
    '4.1, rule 2: an empty `systems`',
    'refuses an empty list with 422',
    { emptySystems: refuse(422) },
  ),
  liberty(
    'empty-systems-failure-in-200',
    '4.1, rule 2: an empty `systems`',
    'tells of an empty list in the envelope, under HTTP status 200',
    {
      emptySystems: refuse(200, 400),
    },
  ),
  liberty(
    'unknown-system-left-out',
    '4.1, rule 2: an unknown ID',
    'leaves an unknown system out of a success',
    { unknownSystem: 'left-out' },
  ),
  liberty(
    'unknown-system-empty-entry',
    '4.1, rule 2: an unknown ID',
    'returns an empty entry for an unknown system',
    {
      unknownSystem: 'empty-entry',
    },
  ),
  liberty(
    'unknown-system-null-entry',
    '4.1, rule 2: an unknown ID',
    'returns null for an unknown system',
    {
      unknownSystem: 'null-entry',
    },
  ),
  liberty(
    'unknown-system-422',
    '4.1, rule 2: an unknown ID',
    'refuses an unknown system with 422',
    { unknownSystem: refuse(422) },
  ),
  liberty(
    'unknown-system-failure-in-200',
    '4.1, rule 2: an unknown ID',
    'tells of an unknown system in the envelope, under HTTP status 200',
    {
      unknownSystem: refuse(200, 404),
    },
  ),
  liberty(
    'missing-systems-422',
    '4.1, rule 2: a missing `systems`',
    'refuses a body without systems with 422',
    {
      missingSystems: refuse(422),
    },
  ),
  liberty(
    'missing-systems-failure-in-200',
    '4.1, rule 2: a missing `systems`',
    'tells of missing systems in the envelope, under HTTP status 200',
    {
      missingSystems: refuse(200, 400),
    },
  ),
  liberty(
    'missing-systems-as-empty',
    '4.1, rule 2: a missing `systems`',
    'takes a body without systems for an empty list',
    {
      missingSystems: 'as-empty',
    },
  ),
  liberty(
    'not-json-415',
    '4.1, rule 2: a body that is not JSON',
    'refuses a body that is not JSON with 415',
    { notJson: refuse(415) },
  ),
  liberty(
    'not-json-501',
    '4.1, rule 2: a body that is not JSON',
    'says that it does not support a body that is not JSON',
    { notJson: refuse(501) },
  ),
  liberty(
    'not-json-as-empty',
    '4.1, rule 2: a body that is not JSON',
    'takes a body that is not JSON for an empty list',
    { notJson: 'as-empty' },
  ),
  liberty('not-object-422', '7: malformed requests', 'refuses JSON that is no object with 422', {
    notObject: refuse(422),
  }),
  liberty(
    'not-object-as-empty',
    '7: malformed requests',
    'takes JSON that is no object for an empty list',
    { notObject: 'as-empty' },
  ),
  liberty('malformed-422', '7: malformed requests', 'refuses systems of another type with 422', {
    malformed: refuse(422),
  }),
  liberty(
    'malformed-501',
    '7: malformed requests, any other status',
    'says that it does not support systems of another type',
    {
      malformed: refuse(501),
    },
  ),
  liberty(
    'malformed-failure-in-200',
    '7: malformed requests',
    'tells of systems of another type in the envelope, under HTTP status 200',
    { malformed: refuse(200, 400) },
  ),
  liberty(
    'single-system-as-list',
    '7: malformed requests that are read leniently',
    'takes a single string for a list of one',
    {
      singleSystem: 'as-list',
    },
  ),
  liberty(
    'number-as-system-id',
    '2.1, 7: malformed requests that are read leniently',
    'takes a number for the string of its digits',
    {
      numberId: 'as-string',
    },
  ),
  liberty(
    'surplus-members-400',
    '4.1: members besides `systems`',
    'refuses members besides systems',
    { surplusMembers: refuse(400) },
  ),
  liberty(
    'no-content-type-415',
    '4.1, rule 3: content type',
    'refuses a body without content type',
    { noContentType: refuse(415) },
  ),
  liberty(
    'other-content-type-415',
    '4.1, rule 3: content type',
    'refuses content types other than JSON with 415',
    { otherContentType: refuse(415) },
  ),
  liberty(
    'other-content-type-400',
    '4.1, rule 3: content type',
    'refuses content types other than JSON with 400',
    { otherContentType: refuse(400) },
  ),
  liberty(
    'eight-systems-at-most',
    '8: size limit of `systems`',
    'refuses more than eight systems with 413',
    {
      systemsLimit: { most: 8, refusal: refuse(413) },
    },
  ),
  liberty(
    'hundred-systems-at-most',
    '8: size limit of `systems`',
    'refuses more than a hundred systems with 400',
    {
      systemsLimit: { most: 100, refusal: refuse(400) },
    },
  ),

  // ---- Other requests: sections 4.2 and 7
  liberty(
    'undefined-parameters-400',
    '4.2: parameters that are not defined',
    'refuses parameters that are not defined',
    {
      undefinedParameters: refuse(400),
    },
  ),
  liberty('other-method-404', '7: other statuses', 'answers other methods with 404', {
    otherMethod: refuse(404),
  }),
  liberty(
    'other-method-served',
    '7: other statuses',
    'answers other methods as if they were right',
    { otherMethod: 'served' },
  ),
  liberty('head-served', '7: other statuses', 'answers HEAD as GET without its body', {
    head: 'served',
  }),
  liberty('options-told', '7: other statuses', 'answers OPTIONS with 204 and the allowed methods', {
    options: 'told',
  }),
  liberty('other-route-400', '7: other statuses', 'answers other routes with 400', {
    otherRoute: refuse(400),
  }),

  // ---- What a refusal looks like: section 7
  liberty('refusal-as-text', '7: bodies of other errors', 'refuses in plain text', {
    refusalBody: 'text',
  }),
  liberty('refusal-as-html', '7: bodies of other errors', 'refuses with a web page', {
    refusalBody: 'html',
  }),
  liberty('refusal-without-body', '7: bodies of other errors', 'refuses without a body', {
    refusalBody: 'empty',
  }),
  liberty('refusal-as-problem', '7: bodies of other errors', 'refuses with problem details', {
    refusalBody: 'problem',
  }),
  liberty('refusal-data-null', '7: `data` of a failure', 'writes null for the data of a failure', {
    refusalData: null,
  }),
  liberty(
    'refusal-data-list',
    '7: `data` of a failure',
    'writes an empty list for the data of a failure',
    { refusalData: [] },
  ),
  liberty(
    'refusal-codes-as-numbers',
    '7: values of `error_code`',
    'writes digits for the error codes of failures',
    { refusalCodes: 'numbers' },
  ),

  // ---- What else may stand in an answer: section 2
  liberty(
    'other-message',
    '2.5: the text of `message`',
    'words the success message otherwise, beyond ASCII',
    { successMessage: 'OK – erledigt ✓' },
  ),
  liberty('empty-message', '2.5: the text of `message`', 'leaves the success message empty', {
    successMessage: '',
  }),
  liberty(
    'envelope-with-more-members',
    '2.5: whether there are further members',
    'adds members to the success envelope',
    {
      envelopeExtras: { request_id: 'r-1', errors: null, meta: { took: 3 } },
    },
  ),
  liberty(
    'entry-with-more-members',
    '2.3: whether there are further members',
    'adds members to dependency entries',
    {
      entryExtras: { name: 'System', '@type': 'system', icons: [] },
    },
  ),
  liberty(
    'field-with-more-members',
    '2.2: whether there are further members',
    'adds members to field descriptors',
    {
      fieldExtras: { placeholder: null, order: 1, options: {} },
    },
  ),
  liberty(
    'zone-with-more-members',
    '2.4: whether there are further members',
    'adds members to timezone entries',
    {
      zoneExtras: { dst: true, aliases: [] },
    },
  ),
  liberty(
    'field-types-beyond-text',
    '2.2: the set of types',
    'has fields of the types password and select',
    { fieldTypes: 'various' },
  ),
  liberty(
    'field-label-empty',
    '2.2: the text of `label`',
    'leaves the label of the first field of each system empty',
    { fieldLabels: 'empty' },
  ),
  liberty(
    'data-keys-reversed',
    '4.1: order of the keys',
    'returns the systems in the opposite order',
    { dataOrder: 'reversed' },
  ),
  liberty(
    'data-keys-sorted',
    '4.1: order of the keys',
    'returns the systems in the order of their IDs',
    { dataOrder: 'sorted' },
  ),

  // ---- Timezones: section 2.4
  liberty('zone-names-standard', '2.4: which display name', 'names zones by their standard time', {
    zoneNames: { locale: 'en', form: 'standard' },
  }),
  liberty('zone-names-japanese', '2.4: language of the names', 'names zones in Japanese', {
    zoneNames: { locale: 'ja', form: 'generic' },
  }),
  liberty(
    'zone-names-with-parentheses',
    '2.4: which display name',
    'names zones with an offset in parentheses after the name',
    {
      zoneNames: { locale: 'en', form: 'in-parentheses' },
    },
  ),
  liberty(
    'zone-names-after-offset',
    '2.4: which display name',
    'names zones with an offset in parentheses before the name',
    {
      zoneNames: { locale: 'en', form: 'after-offset' },
    },
  ),
  liberty('zone-names-german', '2.4: language of the names', 'names zones in German', {
    zoneNames: { locale: 'de', form: 'generic' },
  }),
  liberty(
    'order-regardless-of-case',
    '2.4: collation',
    'names zones in French, and orders their labels as if in upper case',
    {
      zoneNames: { locale: 'fr', form: 'generic' },
      collation: 'upper-case',
    },
  ),
  liberty(
    'order-regardless-of-punctuation',
    '2.4: collation',
    'orders labels as if they had no punctuation',
    { collation: 'no-punctuation' },
  ),
  liberty('order-english', '2.4: collation', 'orders labels as an English dictionary does', {
    collation: 'english',
  }),
  liberty('order-german', '2.4: collation', 'orders labels as a German dictionary does', {
    collation: 'german',
  }),
  liberty(
    'zones-with-short-names',
    '2.4, 4.2: which zones are supported',
    'lists zones such as CET, too',
    {
      zones: 'short-names-too',
    },
  ),
  liberty('zone-listed-twice', '4.2: whether a zone is listed once', 'lists one zone twice', {
    zoneTwice: 'twice',
  }),

  // ---- HTTP and JSON, on which the document says nothing
  liberty(
    'content-type-bare',
    '4: content type of an answer',
    'names the content type without a charset',
    { contentType: 'application/json' },
  ),
  liberty(
    'content-type-other-json',
    '4: content type of an answer',
    'names a content type of its own that is JSON',
    {
      contentType: 'application/vnd.integration+json',
    },
  ),
  liberty(
    'content-type-text',
    '4: content type of an answer',
    'names a content type that is not JSON',
    {
      contentType: 'text/html; charset=UTF-8',
    },
  ),
  liberty('content-type-missing', '4: content type of an answer', 'names no content type', {
    contentType: undefined,
  }),
  liberty('json-indented', '4: layout of JSON', 'indents its JSON', { layout: 'indented' }),
  liberty('json-escaped', '4: layout of JSON', 'escapes slashes and all letters beyond ASCII', {
    layout: 'escaped',
  }),
  liberty('members-reversed', '2: order of members', 'writes all members in the opposite order', {
    memberOrder: 'reversed',
  }),
  liberty('deflated', '4: content coding', 'compresses every answer with deflate', {
    coding: 'deflate',
  }),
  liberty('brotli', '4: content coding', 'compresses every answer with Brotli', { coding: 'br' }),
  liberty('gzipped', '4: content coding', 'compresses every answer with gzip', { coding: 'gzip' }),
  liberty('chunked', '4: framing of HTTP', 'sends answers in chunks without a length', {
    framing: 'chunked',
  }),
  liberty(
    'connection-closed',
    '4: whether a connection is kept',
    'closes the connection after each answer',
    { connection: 'closed' },
  ),
  liberty('own-reason', '4: the reason phrase', 'has its own reason phrase', {
    reason: 'As You Like It',
  }),
  liberty('rate-limit-headers', '8: rate limits', 'tells of a rate limit in headers', {
    rateHeaders: [
      ['x-ratelimit-limit', '60'],
      ['x-ratelimit-remaining', '59'],
      ['retry-after', '0'],
    ],
  }),
  liberty('version-headers', '9: versioning', 'tells of a version in headers', {
    versionHeaders: [
      ['x-api-version', '3.1'],
      ['deprecation', '@1735689600'],
    ],
  }),
  liberty('cache-headers', '4: other headers', 'sends headers for caches, one of them twice', {
    cacheHeaders: [
      ['cache-control', 'max-age=60'],
      ['etag', 'W/"1"'],
      ['vary', 'Accept-Encoding'],
      ['vary', 'Origin'],
    ],
  }),
  liberty('browser-headers', '4: other headers', 'sends headers for browsers, cookies among them', {
    browserHeaders: [
      ['access-control-allow-origin', '*'],
      ['strict-transport-security', 'max-age=31536000'],
      ['set-cookie', 'session=1; HttpOnly'],
      ['set-cookie', 'lang=en'],
    ],
  }),
  liberty('trace-headers', '4: other headers', 'sends headers for tracing', {
    traceHeaders: [
      ['x-request-id', '00000000-0000-0000-0000-000000000000'],
      ['x-powered-by', 'Integration/3'],
    ],
  }),
];

function liberty(name: string, leaves: string, what: string, choose: Partial<Choices>): Liberty {
  return { kind: 'liberty', name, document: 'integration', leaves, what, choose };
}
