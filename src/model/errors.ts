import { escapeLines } from './escape.ts';

/**
 * An error of the tool or of what it was given: never a finding about the target.
 * The message says what is wrong and where; `hint` says what to do. Codes are stable.
 */
export type ErrorCode =
  | 'usage'
  | 'contract-broken'
  | 'schema-keyword-unknown'
  | 'schema-unsatisfiable'
  | 'profile-unreadable'
  | 'profile-invalid'
  | 'baseline-unreadable'
  | 'baseline-invalid'
  | 'baseline-foreign'
  | 'nothing-selected'
  | 'credential-rejected'
  | 'credential-unavailable'
  | 'target-unreachable'
  | 'port-unavailable'
  | 'output-unwritable'
  | 'report-unreadable'
  | 'report-unmergeable'
  | 'recording-unreadable'
  | 'document-broken'
  | 'network-guarded'
  | 'unknown-deviation'
  | 'interrupted'
  | 'system'
  | 'internal';

export class TouchstoneError extends Error {
  override readonly name = 'TouchstoneError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    // Test runners print messages as they are.
    super(escapeLines(message), options);
    this.code = code;
    this.hint = hint === undefined ? undefined : escapeLines(hint);
  }
}

/** An error that says in its message what to do as well: test runners show the message, and the hint far below it. */
export function withHintInMessage(error: unknown): unknown {
  if (!(error instanceof TouchstoneError) || error.hint === undefined) return error;
  const { code, message, hint, cause } = error;
  const whole = message.endsWith(hint) ? message : `${message}; ${hint}`;
  return new TouchstoneError(code, whole, hint, cause === undefined ? undefined : { cause });
}
