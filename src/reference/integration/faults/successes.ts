import { type IntegrationFault, inFamily } from '../deviation.ts';
import {
  again,
  all,
  atLeast,
  body,
  both,
  everyNth,
  json,
  onDependencies,
  onSuccess,
  onTimezones,
  put,
  serialized,
  status,
} from '../wrap.ts';

const ADDITIONAL = 'integration/success/additional-data';
const ENVELOPE = 'integration/success/envelope';
const TYPED = 'robust/body-as-typed';
const MESSAGE = 'integration/success/message';
const STATUS = 'integration/success/status-member';
const SUCCESS = 'integration/success/success-member';
const HTTP = 'integration/success/status-code';

/** Faults in the status and the body of a success, and those that come and go. */
export const successFaults: readonly IntegrationFault[] = [
  ...inFamily('status of a success', [
    {
      name: 'http-201',
      what: 'answers a success with HTTP status 201, and tells 200 inside',
      breaks: [HTTP],
      ...status(onSuccess, 201),
    },
    {
      name: 'http-201-and-status-201',
      what: 'answers a success with HTTP status 201, and tells 201 inside',
      breaks: [HTTP, STATUS],
      ...all(status(onSuccess, 201), body(onSuccess, ['status'], put(201))),
    },
    {
      name: 'http-202-for-dependencies',
      what: 'answers dependencies with HTTP status 202',
      breaks: [HTTP],
      ...status(onDependencies, 202),
    },
    {
      name: 'http-206-for-timezones',
      what: 'answers the list of timezones with HTTP status 206',
      breaks: [HTTP],
      ...status(onTimezones, 206),
    },
  ]),
  ...inFamily('body of a success', [
    {
      name: 'success-as-html',
      what: 'answers a success with a web page',
      breaks: [ENVELOPE],
      ...serialized(onSuccess, () => '<!doctype html><title>Welcome</title>', 'text/html'),
    },
    {
      name: 'success-empty',
      what: 'answers a success without a body',
      breaks: [ENVELOPE, TYPED],
      ...serialized(onSuccess, () => ''),
    },
    {
      name: 'success-truncated',
      what: 'leaves out the last three bytes of the list of timezones',
      breaks: [ENVELOPE, TYPED],
      ...serialized(onTimezones, (text) => text.slice(0, -3)),
    },
    {
      name: 'success-with-notice',
      what: 'prints a warning in front of the JSON of the dependencies',
      breaks: [ENVELOPE, TYPED],
      ...serialized(
        onDependencies,
        (text) => `Warning: undefined index "locale" on line 81\n${text}`,
      ),
    },
    {
      name: 'success-with-byte-order-mark',
      what: 'writes a byte order mark in front of the JSON of a success',
      // RFC 8259, 8.1: whoever sends JSON must not; who reads it may leave it aside.
      breaks: [TYPED],
      ...serialized(onSuccess, (text) => `\ufeff${text}`),
    },
    {
      name: 'success-with-trailing-comma',
      what: 'ends the envelope with a comma that JSON does not allow',
      breaks: [ENVELOPE, TYPED],
      ...serialized(onSuccess, (text) => `${text.slice(0, -1)},}`),
    },
    {
      name: 'success-in-text',
      what: 'encodes the envelope twice, so that the body is a JSON string',
      breaks: [ENVELOPE],
      ...json(onSuccess, (value) => JSON.stringify(value)),
    },
    {
      name: 'success-in-list',
      what: 'wraps the envelope in a list',
      breaks: [ENVELOPE],
      ...json(onSuccess, (value) => [value]),
    },
    {
      name: 'success-null',
      what: 'answers dependencies with the JSON null',
      breaks: [ENVELOPE],
      ...json(onDependencies, () => null),
    },
    {
      name: 'success-not-utf-8',
      what: 'writes a byte into `message` that is not UTF-8',
      // JSON is UTF-8 (RFC 8259, 8.1).
      breaks: [ENVELOPE, TYPED],
      ...serialized(onSuccess, (text) => {
        const bytes = Buffer.from(text.replace('"message":"', '"message":"~'));
        bytes[bytes.indexOf('~')] = 0xe9;
        return bytes;
      }),
    },
  ]),
  ...inFamily('now and then', [
    {
      name: 'status-wrong-when-asked-again',
      what: 'answers a request rightly at first, and with the status 304 inside when it comes again',
      breaks: [STATUS],
      ...body(both(onSuccess, again), ['status'], put(304)),
    },
    {
      name: 'http-203-when-asked-again',
      what: 'answers a request rightly at first, and with HTTP status 203 when it comes again',
      breaks: [HTTP],
      ...status(both(onSuccess, again), 203),
    },
    {
      name: 'success-as-text-every-third-call',
      what: 'writes `success` as a string in every third answer',
      breaks: [SUCCESS],
      ...body(both(onSuccess, everyNth(3)), ['success'], put('true')),
    },
    {
      name: 'additional-data-as-list-every-second-call',
      what: 'writes `additional_data` as a list in every second answer about systems',
      breaks: [ADDITIONAL],
      ...body(both(onDependencies, everyNth(2)), ['additional_data'], put([])),
    },
    {
      name: 'success-truncated-when-asked-again',
      what: 'cuts the list of timezones in half when it is asked for again',
      breaks: [ENVELOPE, TYPED],
      ...serialized(both(onTimezones, again), (text) => text.slice(0, text.length / 2)),
    },
  ]),
  ...inFamily('for certain requests', [
    {
      name: 'http-207-for-many-systems',
      what: 'answers with HTTP status 207 where four or more systems are requested',
      breaks: [HTTP],
      ...status(both(onDependencies, atLeast(4)), 207),
    },
    {
      name: 'message-as-list-for-several-systems',
      what: 'writes `message` as a list where two or more systems are requested',
      breaks: [MESSAGE],
      ...body(both(onDependencies, atLeast(2)), ['message'], put(['Done.', 'Done.'])),
    },
  ]),
];
