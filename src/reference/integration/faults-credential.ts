import type { Fault } from './deviation.ts';
import {
  again,
  body,
  both,
  DEPENDENCIES,
  gone,
  type Hooks,
  json,
  onDenial,
  put,
  spelt,
  status,
  TIMEZONES,
  type When,
} from './wrap.ts';

const DATA = 'integration/unauthorised/data';
const ENVELOPE = 'integration/unauthorised/envelope';
const HTTP = 'integration/unauthorised/status-code';
const MESSAGE = 'integration/unauthorised/message';
const RESPONSE = 'integration/unauthorised/response-status';
const STATUS = 'integration/unauthorised/status-member';
const CODE = 'integration/unauthorised/status-code-member';

const onDependencies: When = both(onDenial, ({ operation }) => operation === DEPENDENCIES);
const onTimezones: When = both(onDenial, ({ operation }) => operation === TIMEZONES);

/** Faults against sections 2.6, 5 (rule 2) and 7. */
export const credentialFaults: readonly Fault[] = [
  // ---- Calls with an invalid token that are carried out
  fault('any-token', 'invalid token accepted', [HTTP], {
    what: 'carries out calls with any token',
    admits: (credential) => (credential === 'invalid' ? 'valid' : credential),
  }),
  fault('any-token-for-timezones', 'invalid token accepted', [HTTP], {
    what: 'lists the timezones under any token',
    admits: (credential, { operation }) =>
      credential === 'invalid' && operation === TIMEZONES ? 'valid' : credential,
  }),
  fault('any-token-for-dependencies', 'invalid token accepted', [HTTP], {
    what: 'returns dependencies under any token',
    admits: (credential, { operation }) =>
      credential === 'invalid' && operation === DEPENDENCIES ? 'valid' : credential,
  }),
  fault('any-token-on-second-attempt', 'invalid token accepted', [HTTP], {
    what: 'refuses an invalid token once, and carries the same call out when it comes again',
    admits: (credential, { repeat }) =>
      credential === 'invalid' && repeat > 1 ? 'valid' : credential,
  }),

  // ---- Another status
  fault('denied-with-403', 'status of a denial', [HTTP], {
    what: 'answers an invalid token with HTTP status 403',
    ...status(onDenial, 403),
  }),
  fault('denied-with-200', 'status of a denial', [HTTP], {
    what: 'answers an invalid token with HTTP status 200 and the right envelope',
    ...status(onDenial, 200),
  }),
  fault('denied-with-400-for-dependencies', 'status of a denial', [HTTP], {
    what: 'answers an invalid token with HTTP status 400, on dependencies only',
    ...status(onDependencies, 400),
  }),
  fault('denied-with-404-for-timezones', 'status of a denial', [HTTP], {
    what: 'answers an invalid token with HTTP status 404, on timezones only',
    ...status(onTimezones, 404),
  }),
  fault('denied-with-redirect', 'status of a denial', [HTTP], {
    what: 'sends a caller with an invalid token to a login page',
    answer: (draft, context) =>
      onDenial(context)
        ? { status: 302, headers: [['location', '/login']], payload: { kind: 'empty' } }
        : draft,
  }),
  fault('denied-with-400-when-tried-again', 'status of a denial', [HTTP], {
    what: 'answers an invalid token with HTTP status 400 when it comes again',
    ...status(both(onDenial, again), 400),
  }),

  // ---- Bodies that are not the envelope
  fault('denied-with-success-envelope', 'body of a denial', [DATA, RESPONSE, STATUS, CODE], {
    what: 'answers an invalid token with HTTP status 401 and the success envelope',
    ...json(onDenial, () => ({
      additional_data: {},
      data: {},
      error_code: 'invalid_token',
      message: 'The access token is invalid.',
      status: 401,
      success: false,
    })),
  }),
  fault('denied-with-html', 'body of a denial', [ENVELOPE], {
    what: 'answers an invalid token with a web page',
    ...spelt(onDenial, () => '<!doctype html><title>401</title><h1>Unauthorized</h1>', 'text/html'),
  }),
  fault('denied-without-body', 'body of a denial', [ENVELOPE], {
    what: 'answers an invalid token without a body',
    answer: (draft, context) =>
      onDenial(context) ? { ...draft, payload: { kind: 'empty' } } : draft,
  }),
  fault('denied-with-text', 'body of a denial', [ENVELOPE], {
    what: 'answers an invalid token on dependencies with a sentence that is not JSON',
    ...spelt(onDependencies, () => 'Unauthorized', 'text/plain'),
  }),
  fault('denied-with-json-text', 'body of a denial', [ENVELOPE], {
    what: 'answers an invalid token on timezones with a JSON string',
    ...json(onTimezones, () => 'Unauthorized'),
  }),
  fault('denied-in-list', 'body of a denial', [ENVELOPE], {
    what: 'wraps the authentication-error envelope in a list',
    ...json(onDenial, (value) => [value]),
  }),

  // ---- Members missing
  fault('denial-data-missing', 'denial member missing', [DATA], {
    what: 'leaves `data` out of the authentication error',
    ...body(onDenial, ['data'], gone),
  }),
  fault('denial-message-missing', 'denial member missing', [MESSAGE], {
    what: 'leaves `message` out of the authentication error',
    ...body(onDenial, ['message'], gone),
  }),
  fault('denial-response-status-missing', 'denial member missing', [RESPONSE], {
    what: 'leaves `response_status` out of the authentication error',
    ...body(onDenial, ['response_status'], gone),
  }),
  fault('denial-status-missing', 'denial member missing', [STATUS], {
    what: 'leaves `status` out of the authentication error',
    ...body(onDenial, ['status'], gone),
  }),
  fault('denial-status-code-missing', 'denial member missing', [CODE], {
    what: 'leaves `status_code` out of the authentication error',
    ...body(onDenial, ['status_code'], gone),
  }),

  // ---- Members of another type or value
  fault('denial-data-empty-object', 'denial member wrong', [DATA], {
    what: 'writes an empty object for the `data` of the authentication error',
    ...body(onDenial, ['data'], put({})),
  }),
  fault('denial-data-empty-list', 'denial member wrong', [DATA], {
    what: 'writes an empty list for that `data`, on dependencies only',
    ...body(onDependencies, ['data'], put([])),
  }),
  fault('denial-message-null', 'denial member wrong', [MESSAGE], {
    what: 'writes null for the `message` of the authentication error',
    ...body(onDenial, ['message'], put(null)),
  }),
  fault('denial-message-as-list', 'denial member wrong', [MESSAGE], {
    what: 'writes the `message` of the authentication error as a list, on timezones only',
    ...body(onTimezones, ['message'], put(['The access token is invalid.'])),
  }),
  fault('denial-response-status-as-text', 'denial member wrong', [RESPONSE], {
    what: 'writes `response_status` as the string "401"',
    ...body(onDenial, ['response_status'], put('401')),
  }),
  fault('denial-response-status-403', 'denial member wrong', [RESPONSE], {
    what: 'tells 403 in `response_status`, on dependencies only',
    ...body(onDependencies, ['response_status'], put(403)),
  }),
  fault('denial-status-true', 'denial member wrong', [STATUS], {
    what: 'writes true for the `status` of the authentication error',
    ...body(onDenial, ['status'], put(true)),
  }),
  fault('denial-status-as-text', 'denial member wrong', [STATUS], {
    what: 'writes `status` of the authentication error as the string "false"',
    ...body(onDenial, ['status'], put('false')),
  }),
  fault('denial-status-401', 'denial member wrong', [STATUS], {
    what: 'writes the number 401 for `status`, as the other envelope has it, on timezones only',
    ...body(onTimezones, ['status'], put(401)),
  }),
  fault('denial-status-code-as-text', 'denial member wrong', [CODE], {
    what: 'writes `status_code` as the string "401"',
    ...body(onDenial, ['status_code'], put('401')),
  }),
  fault('denial-status-code-200', 'denial member wrong', [CODE], {
    what: 'tells 200 in `status_code`',
    ...body(onDenial, ['status_code'], put(200)),
  }),
  fault('denial-status-code-400-on-second-attempt', 'denial member wrong', [CODE], {
    what: 'tells 400 in `status_code` when the same call comes again',
    ...body(both(onDenial, again), ['status_code'], put(400)),
  }),
  fault('denial-status-null-at-first', 'denial member wrong', [STATUS], {
    what: 'writes null for `status` the first time, and false when the same call comes again',
    ...body(
      both(onDenial, ({ repeat }) => repeat === 1),
      ['status'],
      put(null),
    ),
  }),
];

function fault(
  name: string,
  family: string,
  breaks: readonly string[],
  rest: Hooks & { readonly what: string },
): Fault {
  return { kind: 'fault', name, document: 'integration', family, breaks, ...rest };
}
