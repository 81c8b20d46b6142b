/** Describes the parameters of an operation in OpenAPI. */

import { isMembers, type Json, type JsonSchema, type Parameter } from '../model/index.ts';
import { published } from './openapi-schemas.ts';
import { listIn, membersOf, type TypeName, typesOf } from './schema.ts';

/** An OpenAPI parameter object with a separate schema, which can be shared. */
export interface DescribedParameter {
  readonly name: string;
  readonly head: { readonly [member: string]: Json };
  readonly schema: JsonSchema;
}

/**
 * Describes a parameter. In a query, lists have bracketed names and objects are `deepObject`, as Touchstone sends them
 * by default; no document shows a form. A parameter for both becomes two, because each form has its own name on the
 * wire. OpenAPI leaves the form of lists inside a `deepObject` open, so the description states it.
 *
 * @param slashes text about slashes in a path parameter of several segments
 */
export function describeParameter(
  parameter: Parameter,
  slashes: string,
): readonly DescribedParameter[] {
  const { name } = parameter;
  const { description, deprecated, ...schema } = publishedParameter(parameter);
  const forms = parameter.in === 'query' ? formsOf(schema) : [];
  const list = forms.find((form) => isOnly(form, 'array'));
  const object = forms.find((form) => isOnly(form, 'object'));
  const described = (
    own: ParameterHead,
    form: JsonSchema,
    ...remarks: readonly string[]
  ): DescribedParameter => {
    const texts = [...(typeof description === 'string' ? [description] : []), ...remarks];
    return {
      name,
      head: {
        name,
        in: parameter.in,
        // Neither of two forms can be required by itself.
        ...(parameter.required && !(list && object) && { required: true }),
        ...(texts.length > 0 && { description: texts.join(' ') }),
        ...(deprecated === true && { deprecated: true }),
        ...own,
      },
      schema: form,
    };
  };
  const [asList, asObject] = [`${name}[]`, `${name}[…]`];
  // If another form is accepted too, it has the plain name, and names distinguish nothing.
  if (forms.length === 0 || forms.some((form) => form !== list && form !== object)) {
    const segmented = parameter.schema['x-segments'] === true;
    return [described({}, schema, ...(segmented ? [slashes] : []))];
  }
  const listed =
    list &&
    described(
      { name: asList, style: 'form', explode: true },
      list,
      ...(object ? [`The list form; \`${asObject}\` is the object form. Give one of them.`] : []),
    );
  const nested =
    object &&
    described(
      { style: 'deepObject', explode: true },
      object,
      ...(list ? [`The object form; \`${asList}\` is the list form. Give one of them.`] : []),
      ...membersOf(object)
        .filter(([, member]) => isOnly(member, 'array'))
        .map(([member]) => `A list in it takes brackets too: \`${name}[${member}][]\`.`),
    );
  return [...(listed ? [listed] : []), ...(nested ? [nested] : [])];
}

/** A number written in digits, or the digits themselves: clients hold IDs as either. */
const DIGITS: JsonSchema = { type: ['integer', 'string'], minimum: 0, pattern: '^[0-9]+$' };

/** The schema of a parameter as it is exported. */
export function publishedParameter({ schema }: Parameter): JsonSchema {
  return published(schema['x-digits'] === true ? { ...schema, ...DIGITS } : schema);
}

type ParameterHead = { readonly [member: string]: Json };

/** The alternatives of a schema; without a choice, the schema itself. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  return (listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf') ?? [schema]).filter(isMembers);
}

function isOnly(schema: JsonSchema, type: TypeName): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === type;
}
