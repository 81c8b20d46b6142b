/** The parameters of an operation as OpenAPI describes them. */

import { isMembers, type Json, type JsonSchema, type Parameter } from '../model/index.ts';
import { published } from './openapi-components.ts';
import { listIn, membersOf, type TypeName, typesOf } from './schema.ts';

/** A parameter object of OpenAPI, its schema kept apart so that it can be shared. */
export interface DescribedParameter {
  /** As the document calls it. */
  readonly name: string;
  readonly head: { readonly [member: string]: Json };
  readonly schema: JsonSchema;
}

/**
 * What OpenAPI says about a parameter. In a query, lists are named with brackets and objects are
 * `deepObject`, the form that Touchstone sends by default; no document shows one. A parameter that
 * takes a list or an object becomes two, because each form has a name of its own on the wire.
 * OpenAPI leaves open how a list inside a `deepObject` travels: the description says it.
 * @param slashes what becomes of the slashes in a path parameter of several segments
 */
export function describeParameter(
  parameter: Parameter,
  slashes: string,
): readonly DescribedParameter[] {
  const { name } = parameter;
  const { description, deprecated, ...schema } = published(parameter.schema);
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
        // Of two forms neither alone can be required.
        ...(parameter.required && !(list && object) && { required: true }),
        ...(texts.length > 0 && { description: texts.join(' ') }),
        ...(deprecated === true && { deprecated: true }),
        ...own,
      },
      schema: form,
    };
  };
  const [asList, asObject] = [`${name}[]`, `${name}[…]`];
  // Where any other form is taken too, the plain name is that one's: nothing can be told apart by name.
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

type ParameterHead = { readonly [member: string]: Json };

/** The alternatives that a schema is made of; a schema that is no choice is its only one. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  return (listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf') ?? [schema]).filter(isMembers);
}

function isOnly(schema: JsonSchema, type: TypeName): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === type;
}
