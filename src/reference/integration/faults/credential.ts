import { type IntegrationFault, inFamily } from '../deviation.ts';
import {
  type AnswerFilter,
  again,
  body,
  both,
  DEPENDENCIES,
  gone,
  json,
  onDenial,
  put,
  serialized,
  status,
  TIMEZONES,
} from '../wrap.ts';

const DATA = 'integration/unauthorised/data';
const ENVELOPE = 'integration/unauthorised/envelope';
const HTTP = 'integration/unauthorised/status-code';
const MESSAGE = 'integration/unauthorised/message';
const RESPONSE = 'integration/unauthorised/response-status';
const STATUS = 'integration/unauthorised/status-member';
const CODE = 'integration/unauthorised/status-code-member';

const onDependencies: AnswerFilter = both(onDenial, ({ operation }) => operation === DEPENDENCIES);
const onTimezones: AnswerFilter = both(onDenial, ({ operation }) => operation === TIMEZONES);

/** Faults against sections 2.6, 5 (rule 2) and 7. */
export const credentialFaults: readonly IntegrationFault[] = [
  ...inFamily('invalid token accepted', [
    {
      name: 'any-token',
      what: 'carries out calls with any token',
      breaks: [HTTP],
      admits: (credential) => (credential === 'invalid' ? 'valid' : credential),
    },
    {
      name: 'any-token-for-timezones',
      what: 'lists the timezones under any token',
      breaks: [HTTP],
      admits: (credential, { operation }) =>
        credential === 'invalid' && operation === TIMEZONES ? 'valid' : credential,
    },
    {
      name: 'any-token-for-dependencies',
      what: 'returns dependencies under any token',
      breaks: [HTTP],
      admits: (credential, { operation }) =>
        credential === 'invalid' && operation === DEPENDENCIES ? 'valid' : credential,
    },
    {
      name: 'any-token-on-second-attempt',
      what: 'refuses an invalid token once, and carries the same call out when it comes again',
      breaks: [HTTP],
      admits: (credential, { repeat }) =>
        credential === 'invalid' && repeat > 1 ? 'valid' : credential,
    },
  ]),
  ...inFamily('status of a denial', [
    {
      name: 'denied-with-403',
      what: 'answers an invalid token with HTTP status 403',
      breaks: [HTTP],
      ...status(onDenial, 403),
    },
    {
      name: 'denied-with-200',
      what: 'answers an invalid token with HTTP status 200 and the right envelope',
      breaks: [HTTP],
      ...status(onDenial, 200),
    },
    {
      name: 'denied-with-400-for-dependencies',
      what: 'answers an invalid token with HTTP status 400, on dependencies only',
      breaks: [HTTP],
      ...status(onDependencies, 400),
    },
    {
      name: 'denied-with-404-for-timezones',
      what: 'answers an invalid token with HTTP status 404, on timezones only',
      breaks: [HTTP],
      ...status(onTimezones, 404),
    },
    {
      name: 'denied-with-redirect',
      what: 'sends a caller with an invalid token to a login page',
      breaks: [HTTP],
      answer: (draft, context) =>
        onDenial(context)
          ? { status: 302, headers: [['location', '/login']], payload: { kind: 'empty' } }
          : draft,
    },
    {
      name: 'denied-with-400-when-tried-again',
      what: 'answers an invalid token with HTTP status 400 when it comes again',
      breaks: [HTTP],
      ...status(both(onDenial, again), 400),
    },
  ]),
  ...inFamily('body of a denial', [
    {
      name: 'denied-with-success-envelope',
      what: 'answers an invalid token with HTTP status 401 and the success envelope',
      breaks: [DATA, RESPONSE, STATUS, CODE],
      ...json(onDenial, () => ({
        additional_data: {},
        data: {},
        error_code: 'invalid_token',
        message: 'The access token is invalid.',
        status: 401,
        success: false,
      })),
    },
    {
      name: 'denied-with-html',
      what: 'answers an invalid token with a web page',
      breaks: [ENVELOPE],
      ...serialized(
        onDenial,
        () => '<!doctype html><title>401</title><h1>Unauthorized</h1>',
        'text/html',
      ),
    },
    {
      name: 'denied-without-body',
      what: 'answers an invalid token without a body',
      breaks: [ENVELOPE],
      answer: (draft, context) =>
        onDenial(context) ? { ...draft, payload: { kind: 'empty' } } : draft,
    },
    {
      name: 'denied-with-text',
      what: 'answers an invalid token on dependencies with a sentence that is not JSON',
      breaks: [ENVELOPE],
      ...serialized(onDependencies, () => 'Unauthorized', 'text/plain'),
    },
    {
      name: 'denied-with-json-text',
      what: 'answers an invalid token on timezones with a JSON string',
      breaks: [ENVELOPE],
      ...json(onTimezones, () => 'Unauthorized'),
    },
    {
      name: 'denied-in-list',
      what: 'wraps the authentication-error envelope in a list',
      breaks: [ENVELOPE],
      ...json(onDenial, (value) => [value]),
    },
  ]),
  ...inFamily('denial member missing', [
    {
      name: 'denial-data-missing',
      what: 'leaves `data` out of the authentication error',
      breaks: [DATA],
      ...body(onDenial, ['data'], gone),
    },
    {
      name: 'denial-message-missing',
      what: 'leaves `message` out of the authentication error',
      breaks: [MESSAGE],
      ...body(onDenial, ['message'], gone),
    },
    {
      name: 'denial-response-status-missing',
      what: 'leaves `response_status` out of the authentication error',
      breaks: [RESPONSE],
      ...body(onDenial, ['response_status'], gone),
    },
    {
      name: 'denial-status-missing',
      what: 'leaves `status` out of the authentication error',
      breaks: [STATUS],
      ...body(onDenial, ['status'], gone),
    },
    {
      name: 'denial-status-code-missing',
      what: 'leaves `status_code` out of the authentication error',
      breaks: [CODE],
      ...body(onDenial, ['status_code'], gone),
    },
  ]),
  ...inFamily('denial member wrong', [
    {
      name: 'denial-data-empty-object',
      what: 'writes an empty object for the `data` of the authentication error',
      breaks: [DATA],
      ...body(onDenial, ['data'], put({})),
    },
    {
      name: 'denial-data-empty-list',
      what: 'writes an empty list for that `data`, on dependencies only',
      breaks: [DATA],
      ...body(onDependencies, ['data'], put([])),
    },
    {
      name: 'denial-message-null',
      what: 'writes null for the `message` of the authentication error',
      breaks: [MESSAGE],
      ...body(onDenial, ['message'], put(null)),
    },
    {
      name: 'denial-message-as-list',
      what: 'writes the `message` of the authentication error as a list, on timezones only',
      breaks: [MESSAGE],
      ...body(onTimezones, ['message'], put(['The access token is invalid.'])),
    },
    {
      name: 'denial-response-status-as-text',
      what: 'writes `response_status` as the string "401"',
      breaks: [RESPONSE],
      ...body(onDenial, ['response_status'], put('401')),
    },
    {
      name: 'denial-response-status-403',
      what: 'tells 403 in `response_status`, on dependencies only',
      breaks: [RESPONSE],
      ...body(onDependencies, ['response_status'], put(403)),
    },
    {
      name: 'denial-status-true',
      what: 'writes true for the `status` of the authentication error',
      breaks: [STATUS],
      ...body(onDenial, ['status'], put(true)),
    },
    {
      name: 'denial-status-as-text',
      what: 'writes `status` of the authentication error as the string "false"',
      breaks: [STATUS],
      ...body(onDenial, ['status'], put('false')),
    },
    {
      name: 'denial-status-401',
      what: 'writes the number 401 for `status`, as the other envelope has it, on timezones only',
      breaks: [STATUS],
      ...body(onTimezones, ['status'], put(401)),
    },
    {
      name: 'denial-status-code-as-text',
      what: 'writes `status_code` as the string "401"',
      breaks: [CODE],
      ...body(onDenial, ['status_code'], put('401')),
    },
    {
      name: 'denial-status-code-200',
      what: 'tells 200 in `status_code`',
      breaks: [CODE],
      ...body(onDenial, ['status_code'], put(200)),
    },
    {
      name: 'denial-status-code-400-on-second-attempt',
      what: 'tells 400 in `status_code` when the same call comes again',
      breaks: [CODE],
      ...body(both(onDenial, again), ['status_code'], put(400)),
    },
    {
      name: 'denial-status-null-at-first',
      what: 'writes null for `status` the first time, and false when the same call comes again',
      breaks: [STATUS],
      ...body(
        both(onDenial, ({ repeat }) => repeat === 1),
        ['status'],
        put(null),
      ),
    },
  ]),
];
