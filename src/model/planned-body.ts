import type { Json, PlannedBody, PlannedRequest, Values } from './index.ts';
import { isObject } from './pointer.ts';

/** The value of a planned body, as JSON or form fields; undefined without a value. */
export function valueOfBody(body: PlannedBody): Json | undefined {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'form':
      return body.fields;
    default:
      return undefined;
  }
}

/** The body with another value; unchanged without a value. */
export function withValue(body: PlannedBody, value: Json): PlannedBody {
  if (body.kind === 'json') return { ...body, value };
  return body.kind === 'form' && isValues(value) ? { ...body, fields: value } : body;
}

function isValues(value: Json): value is Values {
  return isObject(value);
}

/** A request with the target's own credential, and a JSON body if any. */
export function requestTo(
  operation: string,
  path: Values = {},
  query: Values = {},
  body?: Json,
): PlannedRequest {
  return {
    operation,
    path,
    query,
    headers: [],
    body: body === undefined ? { kind: 'none' } : { kind: 'json', value: body },
    credential: { kind: 'valid' },
  };
}
