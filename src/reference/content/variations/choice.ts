export interface Choice<O extends string> {
  /** Section of the document that leaves it open. */
  readonly section: string;
  readonly leaves: string;
  readonly options: Readonly<Record<O, string>>;
}

/** What the document leaves open and this site had to decide: the option written first is what it does. */
export function choice<O extends string>(
  section: string,
  leaves: string,
  options: Readonly<Record<O, string>>,
): Choice<O> {
  return { section, leaves, options };
}
