import type { Json } from '../../model/index.ts';
import type { Denial, IntegrationChoices, RefusalForm } from './choice.ts';
import type { Draft, Payload, RefusalRule } from './draft.ts';

/** The success envelope around a payload (section 2.5). */
export function success(data: Json, choices: IntegrationChoices): Draft {
  return json(200, {
    additional_data: {},
    data,
    error_code: '',
    message: choices.successMessage,
    status: 200,
    success: true,
    ...choices.envelopeExtras,
  });
}

/** The authentication-error envelope (section 2.6). */
export function unauthorised(choices: IntegrationChoices): Draft {
  return {
    ...json(401, {
      data: null,
      message: choices.denialMessage,
      response_status: 401,
      status: false,
      status_code: 401,
      ...choices.denialExtras,
    }),
    headers: challenge(choices),
  };
}

/** The answer to a call without a credential, or with one of an unknown form (section 5, rule 4). */
export function deny(denial: Denial, choices: IntegrationChoices): Draft {
  if (denial === 'authentication-error') return unauthorised(choices);
  return refused(denial, 'credential', choices);
}

/** A refusal (section 7). Its form is unspecified, so the choices decide it. */
export function refused(
  refusal: RefusalForm,
  rule: RefusalRule,
  choices: IntegrationChoices,
): Draft {
  return { status: refusal.http, headers: [], payload: refusalPayload(refusal, rule, choices) };
}

function refusalPayload(
  refusal: RefusalForm,
  rule: RefusalRule,
  choices: IntegrationChoices,
): Payload {
  const message = sentences[rule];
  // Under HTTP 200, only the envelope reports the failure.
  switch (refusal.http === 200 ? 'envelope' : choices.refusalBody) {
    case 'envelope':
      return {
        kind: 'json',
        value: {
          additional_data: {},
          data: choices.refusalData,
          error_code: choices.refusalCodes === 'words' ? rule : String(4000 + message.length),
          message,
          status: refusal.reported,
          success: false,
        },
      };
    case 'problem':
      return {
        kind: 'bytes',
        bytes: Buffer.from(
          JSON.stringify({ type: 'about:blank', title: message, status: refusal.http }),
        ),
        contentType: 'application/problem+json',
      };
    case 'text':
      return { kind: 'bytes', bytes: Buffer.from(message), contentType: 'text/plain' };
    case 'html':
      return {
        kind: 'bytes',
        bytes: Buffer.from(`<!doctype html><title>${refusal.http}</title><p>${message}</p>`),
        contentType: 'text/html; charset=utf-8',
      };
    case 'empty':
      return { kind: 'empty' };
  }
}

function json(status: number, value: Json): Draft {
  return { status, headers: [], payload: { kind: 'json', value } };
}

function challenge(choices: IntegrationChoices): Draft['headers'] {
  return choices.challenge === 'bearer'
    ? [['www-authenticate', 'Bearer realm="integration", error="invalid_token"']]
    : [];
}

const sentences: { readonly [R in RefusalRule]: string } = {
  'not-found': 'There is nothing under this address.',
  'method-not-allowed': 'The method is not allowed here.',
  credential: 'The request carries no usable credential.',
  'content-type': 'The content type of the body is not supported.',
  'body-not-json': 'The body is not JSON.',
  'body-not-object': 'The body is not a JSON object.',
  'systems-missing': 'The key systems is missing.',
  'systems-type': 'The value of systems is not an array.',
  'systems-items-type': 'An element of systems is not a string.',
  'systems-empty': 'No system is named.',
  'systems-too-many': 'Too many systems are named.',
  'system-unknown': 'One of the systems is unknown.',
  'member-unknown': 'The body has a member that is not defined.',
  'parameter-unknown': 'The address has a parameter that is not defined.',
};
