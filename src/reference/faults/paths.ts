import { isList, isMembers, type Json, tokens } from '../../model/index.ts';
import type { Path } from './entry.ts';

type Step = string | { readonly matches: string };

export function stepsOf(path: Path): readonly Step[] {
  return typeof path === 'string' ? tokens(path) : path;
}

export function valuesAt(value: Json | undefined, path: Path): readonly Json[] {
  const found: Json[] = [];
  if (value !== undefined) {
    changeAt(value, stepsOf(path), (one) => {
      found.push(one);
      return one;
    });
  }
  return found;
}

/**
 * Changes a value at the places of a path, if there are any. Undefined removes a member or an element.
 *
 * Steps: a name; `*` for each member or element; `[0]`, `[-1]`, `[1..]` by index; `{matches}` for names by pattern;
 * `$text` for a text, or the text in an object with `raw`.
 */
export function changeAt(
  value: Json,
  steps: readonly Step[],
  change: (value: Json) => Json | undefined,
  depth = 0,
): Json | undefined {
  const step = steps[depth];
  if (step === undefined) return change(value);
  const inner = (one: Json) => changeAt(one, steps, change, depth + 1);
  if (step === '$text') {
    return typeof value === 'string' ? inner(value) : changeAt(value, ['raw'], inner);
  }
  if (isList(value)) {
    return value.flatMap((one, at) => {
      const made = fits(step, String(at), at, value.length) ? inner(one) : one;
      return made === undefined ? [] : [made];
    });
  }
  if (!isMembers(value)) return value;
  if (typeof step === 'string' && !step.startsWith('[') && step !== '*')
    return changeNamed(value, step, inner);
  const members = Object.entries(value);
  let isSame = true;
  const made = members.flatMap(([name, one], at): (readonly [string, Json])[] => {
    if (!fits(step, name, at, members.length)) return [[name, one]];
    const changed = inner(one);
    isSame &&= changed === one;
    return changed === undefined ? [] : [[name, changed]];
  });
  return isSame ? value : Object.fromEntries(made);
}

function changeNamed(
  value: { readonly [name: string]: Json },
  name: string,
  change: (value: Json) => Json | undefined,
): Json {
  const before = Object.hasOwn(value, name) ? value[name] : undefined;
  if (before === undefined) return value;
  const changed = change(before);
  if (changed === before) return value;
  if (changed !== undefined) return { ...value, [name]: changed };
  const { [name]: _, ...rest } = value;
  return rest;
}

const PLACES = /^\[(-?\d+)(\.\.)?\]$/;

function fits(step: Step, name: string, at: number, count: number): boolean {
  if (typeof step !== 'string') return new RegExp(step.matches).test(name);
  if (step === '*' || step === name) return true;
  const [, first, andOn] = PLACES.exec(step) ?? [];
  if (first === undefined) return false;
  const from = Number(first) < 0 ? count + Number(first) : Number(first);
  return andOn === undefined ? at === from : at >= from;
}
