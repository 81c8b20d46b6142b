import { escapeLines } from './escape.ts';

/** Codes of errors of the tool or its input. They are stable, and `docs/troubleshooting.md` explains each. */
export const ERROR_CODES = [
  'usage',
  'contract-broken',
  'schema-keyword-unknown',
  'schema-unsatisfiable',
  'profile-unreadable',
  'profile-invalid',
  'baseline-unreadable',
  'baseline-invalid',
  'baseline-foreign',
  'nothing-selected',
  'credential-rejected',
  'credential-unavailable',
  'target-unreachable',
  'port-unavailable',
  'output-unwritable',
  'report-unreadable',
  'report-unmergeable',
  'recording-unreadable',
  'document-broken',
  'network-guarded',
  'unknown-deviation',
  'interrupted',
  'system',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

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
