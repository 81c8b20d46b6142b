import { listIn, membersOf, requiredIn } from '../../../../contract/index.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { child, isMembers, isObject, type JsonSchema, pointerOf } from '../../../../model/index.ts';
import {
  type AttributeComparison,
  type AttributeDifference,
  differs,
  OF_ROWS,
  OTHERS,
} from './index-attributes.ts';
import { type ArgPart, branchesOf, partFor } from './index-shape.ts';

/**
 * Compares the members of an object with the document (2.2 to 2.4, 4.2, 4.3): those of the parameter, of an object that
 * is allowed instead of a list, or of elements.
 */
export const compareMembers: AttributeComparison = (stated, live) => {
  const found = [objectOf(stated, live), elementsOf(stated, live)].filter(
    (differences) => differences !== undefined,
  );
  return found.length === 0 ? undefined : found.flat();
};

function objectOf(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] | undefined {
  const typed = (listIn(stated, 'oneOf') ?? [])
    .filter(isMembers)
    .find(({ type }) => type === 'object');
  const wanted = typed ?? stated;
  if (!saysMore(wanted)) return undefined;
  const object = partFor(live, 'object');
  // The clause about the type judges a value that is no object.
  return object ? compareObject(wanted, object) : [];
}

function elementsOf(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] | undefined {
  if (!isMembers(stated.items) || !saysMore(stated.items)) return undefined;
  const array = partFor(live, 'array');
  const items = array?.attributes.items;
  // The clause about elements judges elements without a description.
  if (!array || !isObject(items)) return [];
  return compareObject(stated.items, { pointer: `${array.pointer}/items`, attributes: items });
}

function saysMore(schema: JsonSchema): boolean {
  return (
    isMembers(schema.properties) ||
    isMembers(schema.additionalProperties) ||
    schema.additionalProperties === false ||
    requiredIn(schema).length > 0
  );
}

function compareObject(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] {
  const named = new Set(membersOf(stated).map(([name]) => name));
  const { properties } = live.attributes;
  return [
    ...(named.size > 0 && !isObject(properties)
      ? [differs(`${live.pointer}/properties`, describeValue(properties), 'its members')]
      : membersOf(stated).flatMap(([name, schema]) => compareMember(stated, live, name, schema))),
    ...requiredIn(stated)
      .filter((name) => !named.has(name))
      .flatMap((name) => compareRequired(live, name)),
    ...compareFurther(stated, live),
    ...compareVariants(stated, live),
  ];
}

function compareMember(
  object: JsonSchema,
  live: ArgPart,
  name: string,
  stated: JsonSchema,
): readonly AttributeDifference[] {
  const pointer = `${live.pointer}/properties${pointerOf([name])}`;
  const attributes = child(live.attributes.properties, name);
  if (!isObject(attributes)) {
    return [differs(pointer, describeValue(attributes), 'a description of the member')];
  }
  const member = { pointer, attributes };
  return [
    ...compareWhole(stated, member),
    ...(requiredIn(object).includes(name) ? compareRequired(live, name) : []),
  ];
}

/** Compares all statements about a member. */
function compareWhole(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] {
  return [
    ...[...OF_ROWS, ...OTHERS].flatMap(([, compare]) => compare(stated, live) ?? []),
    ...(compareMembers(stated, live) ?? []),
    ...compareReadOnly(stated, live),
  ];
}

function compareReadOnly(stated: JsonSchema, { pointer, attributes }: ArgPart) {
  const marked = attributes.readonly === true || attributes.readOnly === true;
  if (stated.readOnly !== true || marked) return [];
  const actual = describeValue(attributes.readonly ?? attributes.readOnly);
  return [differs(`${pointer}/readonly`, actual, 'true')];
}

function compareRequired(live: ArgPart, name: string): readonly AttributeDifference[] {
  if (isMarkedRequired(live, name)) return [];
  const actual = describeValue(live.attributes.required);
  return [differs(`${live.pointer}/required`, actual, `"${name}" as required`)];
}

/** In the object's list, as a mark on the member, or either in every alternative. */
function isMarkedRequired(live: ArgPart, name: string): boolean {
  const { required, properties } = live.attributes;
  if (Array.isArray(required) && required.includes(name)) return true;
  if (child(child(properties, name), 'required') === true) return true;
  const branches = branchesOf(live);
  return branches.length > 0 && branches.every((branch) => isMarkedRequired(branch, name));
}

function compareFurther(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] {
  const wanted = stated.additionalProperties;
  const found = live.attributes.additionalProperties;
  const pointer = `${live.pointer}/additionalProperties`;
  if (wanted === false) {
    const open = found === false ? [] : [differs(pointer, describeValue(found), 'false')];
    return [...open, ...surplusMembers(stated, live)];
  }
  if (!isMembers(wanted)) return [];
  if (isObject(found)) return compareWhole(wanted, { pointer, attributes: found });
  return [differs(pointer, describeValue(found), 'a description of the members')];
}

/** Extra members, if the document allows no others. */
function surplusMembers(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] {
  const { properties } = live.attributes;
  const named = new Set(membersOf(stated).map(([name]) => name));
  const others = isObject(properties)
    ? Object.keys(properties).filter((name) => !named.has(name))
    : [];
  const allowed = `no members but ${[...named].join(', ')}`;
  return others.map((name) =>
    differs(`${live.pointer}/properties${pointerOf([name])}`, 'present', allowed),
  );
}

/** Each documented variant of an object is among the alternatives; it is compared with the most similar one. */
function compareVariants(stated: JsonSchema, live: ArgPart): readonly AttributeDifference[] {
  const wanted = (listIn(stated, 'oneOf') ?? []).filter(isMembers);
  if (wanted.length === 0) return [];
  const branches = branchesOf(live);
  if (branches.length === 0) {
    return [differs(`${live.pointer}/oneOf`, 'missing', `${wanted.length} alternatives`)];
  }
  return wanted.flatMap((variant) => {
    const [nearest = []] = branches
      .map((branch) => compareObject(variant, branch))
      .sort((one, other) => one.length - other.length);
    return nearest;
  });
}
