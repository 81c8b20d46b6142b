export interface Choice<O extends string> {
  /** Section of the document that leaves it open. */
  readonly section: string;
  readonly leaves: string;
  readonly options: Readonly<Record<O, string>>;
}

/** An unspecified point that this site decides. The first option is the default. */
export function choice<O extends string>(
  section: string,
  leaves: string,
  options: Readonly<Record<O, string>>,
): Choice<O> {
  return { section, leaves, options };
}
