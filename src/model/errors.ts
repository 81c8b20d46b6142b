import type errors from './errors.json';
import { escapeLines } from './escape.ts';

/** Codes of errors of the tool or its input. They are stable. `docs/errors` is made from this table. */
export type ErrorCode = keyof typeof errors;

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
