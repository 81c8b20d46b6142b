import { type IntegrationFault, inFamily } from '../deviation.ts';
import { body, gone, json, onDependencies, onSuccess, onTimezones, put } from '../wrap.ts';

const ADDITIONAL = 'integration/success/additional-data';
const DATA = 'integration/success/data';
const CODE = 'integration/success/error-code';
const MESSAGE = 'integration/success/message';
const STATUS = 'integration/success/status-member';
const SUCCESS = 'integration/success/success-member';

/** Faults in the members of the success envelope: sections 2.5, 4.1 and 4.2. */
export const envelopeFaults: readonly IntegrationFault[] = [
  ...inFamily('envelope member missing', [
    {
      name: 'additional-data-missing',
      what: 'leaves `additional_data` out of every success',
      breaks: [ADDITIONAL],
      ...body(onSuccess, ['additional_data'], gone),
    },
    {
      name: 'data-missing',
      what: 'leaves `data` out of every success',
      breaks: [DATA],
      ...body(onSuccess, ['data'], gone),
    },
    {
      name: 'error-code-missing',
      what: 'leaves `error_code` out of every success',
      breaks: [CODE],
      ...body(onSuccess, ['error_code'], gone),
    },
    {
      name: 'message-missing',
      what: 'leaves `message` out of every success',
      breaks: [MESSAGE],
      ...body(onSuccess, ['message'], gone),
    },
    {
      name: 'status-missing',
      what: 'leaves `status` out of every success',
      breaks: [STATUS],
      ...body(onSuccess, ['status'], gone),
    },
    {
      name: 'success-missing',
      what: 'leaves `success` out of every success',
      breaks: [SUCCESS],
      ...body(onSuccess, ['success'], gone),
    },
    {
      name: 'message-missing-on-timezones',
      what: 'leaves `message` out of the list of timezones only',
      breaks: [MESSAGE],
      ...body(onTimezones, ['message'], gone),
    },
    {
      name: 'additional-data-missing-on-dependencies',
      what: 'leaves `additional_data` out of the answers about systems only',
      breaks: [ADDITIONAL],
      ...body(onDependencies, ['additional_data'], gone),
    },
  ]),
  ...inFamily('envelope member mistyped', [
    {
      name: 'additional-data-as-list',
      what: 'writes the empty `additional_data` as an empty list',
      breaks: [ADDITIONAL],
      ...body(onSuccess, ['additional_data'], put([])),
    },
    {
      name: 'additional-data-null',
      what: 'writes the empty `additional_data` as null, on timezones only',
      breaks: [ADDITIONAL],
      ...body(onTimezones, ['additional_data'], put(null)),
    },
    {
      name: 'data-null-on-timezones',
      what: 'writes null for `data` of the timezones',
      breaks: [DATA],
      ...body(onTimezones, ['data'], put(null)),
    },
    {
      name: 'data-as-list-of-entries',
      what: 'writes `data` of the dependencies as a list of entries without keys',
      breaks: [DATA],
      ...body(onDependencies, ['data'], (data) =>
        typeof data === 'object' && data !== null ? Object.values(data) : data,
      ),
    },
    {
      name: 'data-as-list-around-timezones',
      what: 'wraps `data` of the timezones in a list',
      breaks: [DATA],
      ...body(onTimezones, ['data'], (data) => (data === undefined ? data : [data])),
    },
    {
      name: 'data-as-text',
      what: 'writes `data` as JSON in a string',
      breaks: [DATA],
      ...body(onSuccess, ['data'], (data) => JSON.stringify(data)),
    },
    {
      name: 'error-code-null',
      what: 'writes null for the empty `error_code`',
      breaks: [CODE],
      ...body(onSuccess, ['error_code'], put(null)),
    },
    {
      name: 'error-code-zero',
      what: 'writes the number 0 for the empty `error_code`, on dependencies only',
      breaks: [CODE],
      ...body(onDependencies, ['error_code'], put(0)),
    },
    {
      name: 'message-null',
      what: 'writes null for `message`',
      breaks: [MESSAGE],
      ...body(onSuccess, ['message'], put(null)),
    },
    {
      name: 'message-by-language',
      what: 'writes `message` as an object of translations',
      breaks: [MESSAGE],
      ...body(onSuccess, ['message'], put({ en: 'Done.', de: 'Fertig.' })),
    },
    {
      name: 'status-as-text',
      what: 'writes `status` as the string "200"',
      breaks: [STATUS],
      ...body(onSuccess, ['status'], put('200')),
    },
    {
      name: 'status-true',
      what: 'writes `status` as the boolean that it is in the other envelope',
      breaks: [STATUS],
      ...body(onSuccess, ['status'], put(true)),
    },
    {
      name: 'success-as-text',
      what: 'writes `success` as the string "true"',
      breaks: [SUCCESS],
      ...body(onSuccess, ['success'], put('true')),
    },
    {
      name: 'success-as-number',
      what: 'writes `success` as the number 1, on timezones only',
      breaks: [SUCCESS],
      ...body(onTimezones, ['success'], put(1)),
    },
  ]),
  ...inFamily('envelope member of wrong value', [
    {
      name: 'additional-data-filled',
      what: 'puts a member into `additional_data`',
      breaks: [ADDITIONAL],
      ...body(onSuccess, ['additional_data'], put({ elapsed_ms: 12 })),
    },
    {
      name: 'error-code-zero-as-text',
      what: 'writes the string "0" for the empty `error_code`',
      breaks: [CODE],
      ...body(onSuccess, ['error_code'], put('0')),
    },
    {
      name: 'error-code-blank',
      what: 'writes one space for the empty `error_code`, on timezones only',
      breaks: [CODE],
      ...body(onTimezones, ['error_code'], put(' ')),
    },
    {
      name: 'status-201',
      what: 'tells the status 201 inside an answer with HTTP status 200',
      breaks: [STATUS],
      ...body(onSuccess, ['status'], put(201)),
    },
    {
      name: 'status-zero',
      what: 'tells the status 0, on dependencies only',
      breaks: [STATUS],
      ...body(onDependencies, ['status'], put(0)),
    },
    {
      name: 'success-false',
      what: 'tells that the call failed where all else says that it succeeded',
      breaks: [SUCCESS],
      ...body(onSuccess, ['success'], put(false)),
    },
    {
      name: 'envelope-of-authentication-error',
      what: 'answers a valid call with HTTP status 200 and the authentication-error envelope',
      breaks: [ADDITIONAL, DATA, CODE, 'integration/success/own-message', STATUS, SUCCESS],
      ...json(onSuccess, () => ({
        data: null,
        message: 'The access token is invalid.',
        response_status: 401,
        status: false,
        status_code: 401,
      })),
    },
  ]),
];
