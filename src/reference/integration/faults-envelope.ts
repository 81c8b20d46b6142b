import type { Fault } from './deviation.ts';
import {
  again,
  all,
  atLeast,
  body,
  both,
  everyNth,
  gone,
  type Hooks,
  json,
  onDependencies,
  onSuccess,
  onTimezones,
  put,
  spelt,
  status,
} from './wrap.ts';

const ADDITIONAL = 'integration/success/additional-data';
const DATA = 'integration/success/data';
const CODE = 'integration/success/error-code';
const ENVELOPE = 'integration/success/envelope';
const MESSAGE = 'integration/success/message';
const STATUS = 'integration/success/status-member';
const SUCCESS = 'integration/success/success-member';
const HTTP = 'integration/success/status-code';

/** Faults against the success envelope: sections 2.5, 4.1 and 4.2. */
export const envelopeFaults: readonly Fault[] = [
  // ---- Members missing
  fault('additional-data-missing', 'envelope member missing', [ADDITIONAL], {
    what: 'leaves `additional_data` out of every success',
    ...body(onSuccess, ['additional_data'], gone),
  }),
  fault('data-missing', 'envelope member missing', [DATA], {
    what: 'leaves `data` out of every success',
    ...body(onSuccess, ['data'], gone),
  }),
  fault('error-code-missing', 'envelope member missing', [CODE], {
    what: 'leaves `error_code` out of every success',
    ...body(onSuccess, ['error_code'], gone),
  }),
  fault('message-missing', 'envelope member missing', [MESSAGE], {
    what: 'leaves `message` out of every success',
    ...body(onSuccess, ['message'], gone),
  }),
  fault('status-missing', 'envelope member missing', [STATUS], {
    what: 'leaves `status` out of every success',
    ...body(onSuccess, ['status'], gone),
  }),
  fault('success-missing', 'envelope member missing', [SUCCESS], {
    what: 'leaves `success` out of every success',
    ...body(onSuccess, ['success'], gone),
  }),
  fault('message-missing-on-timezones', 'envelope member missing', [MESSAGE], {
    what: 'leaves `message` out of the list of timezones only',
    ...body(onTimezones, ['message'], gone),
  }),
  fault('additional-data-missing-on-dependencies', 'envelope member missing', [ADDITIONAL], {
    what: 'leaves `additional_data` out of the answers about systems only',
    ...body(onDependencies, ['additional_data'], gone),
  }),

  // ---- Members of another type
  fault('additional-data-as-list', 'envelope member mistyped', [ADDITIONAL], {
    what: 'writes the empty `additional_data` as an empty list',
    ...body(onSuccess, ['additional_data'], put([])),
  }),
  fault('additional-data-null', 'envelope member mistyped', [ADDITIONAL], {
    what: 'writes the empty `additional_data` as null, on timezones only',
    ...body(onTimezones, ['additional_data'], put(null)),
  }),
  fault('data-null-on-timezones', 'envelope member mistyped', [DATA], {
    what: 'writes null for `data` of the timezones',
    ...body(onTimezones, ['data'], put(null)),
  }),
  fault('data-as-list-of-entries', 'envelope member mistyped', [DATA], {
    what: 'writes `data` of the dependencies as a list of entries without keys',
    ...body(onDependencies, ['data'], (data) =>
      typeof data === 'object' && data !== null ? Object.values(data) : data,
    ),
  }),
  fault('data-as-list-around-timezones', 'envelope member mistyped', [DATA], {
    what: 'wraps `data` of the timezones in a list',
    ...body(onTimezones, ['data'], (data) => (data === undefined ? data : [data])),
  }),
  fault('data-as-text', 'envelope member mistyped', [DATA], {
    what: 'writes `data` as JSON in a string',
    ...body(onSuccess, ['data'], (data) => JSON.stringify(data)),
  }),
  fault('error-code-null', 'envelope member mistyped', [CODE], {
    what: 'writes null for the empty `error_code`',
    ...body(onSuccess, ['error_code'], put(null)),
  }),
  fault('error-code-zero', 'envelope member mistyped', [CODE], {
    what: 'writes the number 0 for the empty `error_code`, on dependencies only',
    ...body(onDependencies, ['error_code'], put(0)),
  }),
  fault('message-null', 'envelope member mistyped', [MESSAGE], {
    what: 'writes null for `message`',
    ...body(onSuccess, ['message'], put(null)),
  }),
  fault('message-by-language', 'envelope member mistyped', [MESSAGE], {
    what: 'writes `message` as an object of translations',
    ...body(onSuccess, ['message'], put({ en: 'Done.', de: 'Fertig.' })),
  }),
  fault('status-as-text', 'envelope member mistyped', [STATUS], {
    what: 'writes `status` as the string "200"',
    ...body(onSuccess, ['status'], put('200')),
  }),
  fault('status-true', 'envelope member mistyped', [STATUS], {
    what: 'writes `status` as the boolean that it is in the other envelope',
    ...body(onSuccess, ['status'], put(true)),
  }),
  fault('success-as-text', 'envelope member mistyped', [SUCCESS], {
    what: 'writes `success` as the string "true"',
    ...body(onSuccess, ['success'], put('true')),
  }),
  fault('success-as-number', 'envelope member mistyped', [SUCCESS], {
    what: 'writes `success` as the number 1, on timezones only',
    ...body(onTimezones, ['success'], put(1)),
  }),

  // ---- Members of another value
  fault('additional-data-filled', 'envelope member of wrong value', [ADDITIONAL], {
    what: 'puts a member into `additional_data`',
    ...body(onSuccess, ['additional_data'], put({ elapsed_ms: 12 })),
  }),
  fault('error-code-zero-as-text', 'envelope member of wrong value', [CODE], {
    what: 'writes the string "0" for the empty `error_code`',
    ...body(onSuccess, ['error_code'], put('0')),
  }),
  fault('error-code-blank', 'envelope member of wrong value', [CODE], {
    what: 'writes one space for the empty `error_code`, on timezones only',
    ...body(onTimezones, ['error_code'], put(' ')),
  }),
  fault('status-201', 'envelope member of wrong value', [STATUS], {
    what: 'tells the status 201 inside an answer with HTTP status 200',
    ...body(onSuccess, ['status'], put(201)),
  }),
  fault('status-zero', 'envelope member of wrong value', [STATUS], {
    what: 'tells the status 0, on dependencies only',
    ...body(onDependencies, ['status'], put(0)),
  }),
  fault('success-false', 'envelope member of wrong value', [SUCCESS], {
    what: 'tells that the call failed where all else says that it succeeded',
    ...body(onSuccess, ['success'], put(false)),
  }),
  fault(
    'envelope-of-authentication-error',
    'envelope member of wrong value',
    [ADDITIONAL, DATA, CODE, STATUS, SUCCESS],
    {
      what: 'answers a valid call with HTTP status 200 and the authentication-error envelope',
      ...json(onSuccess, () => ({
        data: null,
        message: 'The access token is invalid.',
        response_status: 401,
        status: false,
        status_code: 401,
      })),
    },
  ),

  // ---- HTTP status
  fault('http-201', 'status of a success', [HTTP], {
    what: 'answers a success with HTTP status 201, and tells 200 inside',
    ...status(onSuccess, 201),
  }),
  fault('http-201-and-status-201', 'status of a success', [HTTP, STATUS], {
    what: 'answers a success with HTTP status 201, and tells 201 inside',
    ...all(status(onSuccess, 201), body(onSuccess, ['status'], put(201))),
  }),
  fault('http-202-for-dependencies', 'status of a success', [HTTP], {
    what: 'answers dependencies with HTTP status 202',
    ...status(onDependencies, 202),
  }),
  fault('http-206-for-timezones', 'status of a success', [HTTP], {
    what: 'answers the list of timezones with HTTP status 206',
    ...status(onTimezones, 206),
  }),

  // ---- Bodies that are no envelope
  fault('success-as-html', 'body of a success', [ENVELOPE], {
    what: 'answers a success with a web page',
    ...spelt(onSuccess, () => '<!doctype html><title>Welcome</title>', 'text/html'),
  }),
  fault('success-empty', 'body of a success', [ENVELOPE], {
    what: 'answers a success without a body',
    ...spelt(onSuccess, () => ''),
  }),
  fault('success-truncated', 'body of a success', [ENVELOPE], {
    what: 'leaves out the last three bytes of the list of timezones',
    ...spelt(onTimezones, (text) => text.slice(0, -3)),
  }),
  fault('success-with-notice', 'body of a success', [ENVELOPE], {
    what: 'prints a warning in front of the JSON of the dependencies',
    ...spelt(onDependencies, (text) => `Warning: undefined index "locale" on line 81\n${text}`),
  }),
  fault('success-with-trailing-comma', 'body of a success', [ENVELOPE], {
    what: 'ends the envelope with a comma that JSON does not allow',
    ...spelt(onSuccess, (text) => `${text.slice(0, -1)},}`),
  }),
  fault('success-in-text', 'body of a success', [ENVELOPE], {
    what: 'encodes the envelope twice, so that the body is a JSON string',
    ...json(onSuccess, (value) => JSON.stringify(value)),
  }),
  fault('success-in-list', 'body of a success', [ENVELOPE], {
    what: 'wraps the envelope in a list',
    ...json(onSuccess, (value) => [value]),
  }),
  fault('success-null', 'body of a success', [ENVELOPE], {
    what: 'answers dependencies with the JSON null',
    ...json(onDependencies, () => null),
  }),
  fault('success-not-utf-8', 'body of a success', [ENVELOPE], {
    what: 'writes a byte into `message` that is not UTF-8',
    ...spelt(onSuccess, (text) => {
      const bytes = Buffer.from(text.replace('"message":"', '"message":"~'));
      bytes[bytes.indexOf('~')] = 0xe9;
      return bytes;
    }),
  }),

  // ---- Now and then, or for certain requests
  fault('status-wrong-when-asked-again', 'now and then', [STATUS], {
    what: 'answers a request rightly at first, and with the status 304 inside when it comes again',
    ...body(both(onSuccess, again), ['status'], put(304)),
  }),
  fault('http-203-when-asked-again', 'now and then', [HTTP], {
    what: 'answers a request rightly at first, and with HTTP status 203 when it comes again',
    ...status(both(onSuccess, again), 203),
  }),
  fault('success-as-text-every-third-call', 'now and then', [SUCCESS], {
    what: 'writes `success` as a string in every third answer',
    ...body(both(onSuccess, everyNth(3)), ['success'], put('true')),
  }),
  fault('additional-data-as-list-every-second-call', 'now and then', [ADDITIONAL], {
    what: 'writes `additional_data` as a list in every second answer about systems',
    ...body(both(onDependencies, everyNth(2)), ['additional_data'], put([])),
  }),
  fault('success-truncated-when-asked-again', 'now and then', [ENVELOPE], {
    what: 'cuts the list of timezones in half when it is asked for again',
    ...spelt(both(onTimezones, again), (text) => text.slice(0, text.length / 2)),
  }),
  fault('http-207-for-many-systems', 'for certain requests', [HTTP], {
    what: 'answers with HTTP status 207 where four or more systems are requested',
    ...status(both(onDependencies, atLeast(4)), 207),
  }),
  fault('message-as-list-for-several-systems', 'for certain requests', [MESSAGE], {
    what: 'writes `message` as a list where two or more systems are requested',
    ...body(both(onDependencies, atLeast(2)), ['message'], put(['Done.', 'Done.'])),
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
