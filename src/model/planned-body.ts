import type { Json, PlannedBody, PlannedRequest, Values } from './index.ts';
import { isObject } from './pointer.ts';

/** The value that a planned body says, as JSON or as the fields of a form; undefined where it says none. */
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

/** The same body with another value; as it is where it has none. */
export function withValue(body: PlannedBody, value: Json): PlannedBody {
  if (body.kind === 'json') return { ...body, value };
  return body.kind === 'form' && isValues(value) ? { ...body, fields: value } : body;
}

function isValues(value: Json): value is Values {
  return isObject(value);
}

/** A request with the target's own credential, its body as JSON if it has one. */
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
