/** The pattern of a text that stands for itself, letter by letter. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
