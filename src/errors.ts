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
  | 'nothing-selected'
  | 'credential-rejected'
  | 'target-unreachable'
  | 'port-unavailable'
  | 'output-unwritable'
  | 'report-unreadable'
  | 'report-unmergeable'
  | 'recording-unreadable'
  | 'unknown-deviation'
  | 'interrupted'
  | 'internal';

export class TouchstoneError extends Error {
  override readonly name = 'TouchstoneError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}
