import { escapeLines } from './escape.ts';

/** What an error is, and what to do about it, in Markdown. */
interface ErrorMeaning {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of errors of the tool or its input. They are stable. `docs/errors` is made from this table. */
export const ERRORS = {
  usage: {
    meaning: 'wrong options or arguments',
    remedy: 'read the hint, or `--help` of the command',
  },
  'contract-broken': {
    meaning: 'a file of operations, clauses or schemas is invalid',
    remedy: 'go to the file and line in the message',
  },
  'schema-keyword-unknown': {
    meaning: 'a schema has a keyword or pattern that cannot be used',
    remedy: 'use one of the listed keywords',
  },
  'schema-unsatisfiable': {
    meaning: 'no value satisfies the schema',
    remedy: 'correct its limits',
  },
  'profile-unreadable': {
    meaning: 'the profile, or a file that it names, cannot be read',
    remedy: 'check the path; it is relative to the profile',
  },
  'profile-invalid': {
    meaning: 'a member of the profile is unknown or wrong',
    remedy: 'go to the line in the message; editors know the schema `schemas/files/target.json`',
  },
  'baseline-unreadable': {
    meaning: 'the baseline cannot be read',
    remedy: 'check the path, or accept a report again: `touchstone baseline`',
  },
  'baseline-invalid': {
    meaning: 'a line of the baseline is wrong',
    remedy: 'correct the line, or accept a report again: `touchstone baseline`',
  },
  'baseline-foreign': {
    meaning: 'the baseline belongs to another target',
    remedy: 'name the baseline of this target, or accept a report: `touchstone baseline`',
  },
  'corpus-invalid': {
    meaning: 'a file of a corpus has an error, or cannot be read',
    remedy: 'correct the line, or remove the file',
  },
  'nothing-selected': {
    meaning: '`--only`, `--shard` or the profile leave no case',
    remedy: '`touchstone plan` lists IDs',
  },
  'credential-rejected': {
    meaning: 'the target refuses the credential',
    remedy: 'check the variable; a login plug-in or gateway can also be the cause',
  },
  'credential-unavailable': {
    meaning: 'the command or OAuth server gave no token',
    remedy: 'run the command by hand, or check the client credentials',
  },
  'target-unreachable': {
    meaning: 'there is no HTTP server at the URL',
    remedy: 'check URL, port, TLS and proxy; see [Targets](../targets.md)',
  },
  'port-unavailable': {
    meaning: 'another program uses the port',
    remedy: 'choose another `--port`',
  },
  'output-unwritable': {
    meaning: 'a file cannot be written',
    remedy: 'check the folder, its permissions and the disk',
  },
  'report-unreadable': {
    meaning: 'the folder contains no report, or a damaged one',
    remedy: 'name the folder of `--out`, or run the command again',
  },
  'report-unmergeable': {
    meaning: 'the shards belong to different runs, or one is missing',
    remedy: 'merge all shards of one run',
  },
  'recording-unreadable': {
    meaning: 'the recording is missing, damaged or of another version',
    remedy: 'the message names file and line; record again if nothing helps',
  },
  'cassette-mismatch': {
    meaning:
      'a test and its cassette differ: a request is not recorded, goes past the cassette or comes too late, or a recorded exchange was not requested',
    remedy:
      'the message names the cassette and what differs; `TOUCHSTONE_RECORD=all` records it anew',
  },
  'document-broken': {
    meaning: 'an exchange of a cassette violates the document',
    remedy: "fix the server, or set `violations: 'warn'`",
  },
  'network-guarded': {
    meaning: 'a test connects outside a cassette',
    remedy: 'open a cassette, or add the host to `allow` of `guardNetwork()`',
  },
  'unknown-deviation': {
    meaning: 'no fault or variation has this name',
    remedy: '`touchstone serve --list`',
  },
  interrupted: {
    meaning: 'Ctrl-C ended the command before it could report',
    remedy: 'run it again',
  },
  system: {
    meaning: 'the operating system refused something, such as open files',
    remedy: 'the hint names the limit',
  },
  internal: {
    meaning: 'a defect of Touchstone',
    remedy: 'report the stack trace, which contains no secrets',
  },
} as const satisfies Readonly<Record<string, ErrorMeaning>>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An error of Touchstone or of its input, never a finding about the target. The message says what is wrong and where;
 * `hint` says what to do.
 */
export class TouchstoneError extends Error {
  override readonly name = 'TouchstoneError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    // Test runners print messages unchanged.
    super(escapeLines(message), options);
    this.code = code;
    this.hint = hint === undefined ? undefined : escapeLines(hint);
  }
}

/** An error with its hint in the message: test runners show the hint far below. */
export function withHintInMessage(error: unknown): unknown {
  if (!(error instanceof TouchstoneError) || error.hint === undefined) return error;
  const { code, message, hint, cause } = error;
  const whole = message.endsWith(hint) ? message : `${message}; ${hint}`;
  return new TouchstoneError(code, whole, hint, cause === undefined ? undefined : { cause });
}
