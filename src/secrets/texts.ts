/** Rewrites the texts of plain data. */

/** Plain data with its texts, and the names of its members, rewritten; the value itself where none changes. */
export function mapTexts<T>(value: T, rewrite: (text: string) => string): T {
  const map = (each: unknown): unknown => {
    if (typeof each === 'string') return rewrite(each);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) {
      const items = each.map(map);
      return items.some((item, at) => item !== each[at]) ? items : each;
    }
    let changed = false;
    const members = Object.entries(each).map(([name, item]): readonly [string, unknown] => {
      const member = [rewrite(name), map(item)] as const;
      if (member[0] !== name || member[1] !== item) changed = true;
      return member;
    });
    return changed ? Object.fromEntries(members) : each;
  };
  return map(value) as T;
}
