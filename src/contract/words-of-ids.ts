/** Ids have lower-case words with hyphens between them. */

/** A keyword of JSON Schema as a part of an id. */
export function kebab(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A name of a member as a part of an id; `*` stands for elements. */
export function idToken(name: string): string {
  return name === '*' ? 'items' : name.toLowerCase().replaceAll('_', '-');
}
