import type { NearCredential } from './index.ts';

export const NEAR_CHANGES: readonly NearCredential[] = ['letter', 'case', 'end', 'less', 'more'];

/** A shorter copy with another letter can be an ordinary word. */
const SHORTEST = 16;

/** Digits of numbers, which some servers read in either case. */
const HEXADECIMAL = /^[\da-f-]+$/i;

/**
 * Returns a copy of a credential with a small change. The last letter never changes by itself: in base64 it can hold
 * bits without a meaning.
 *
 * @returns undefined for a credential that is too short, or has nothing to change in this way
 */
export function nearText(credential: string, change: NearCredential): string | undefined {
  if (credential.length < SHORTEST) return undefined;
  switch (change) {
    case 'letter':
      return changedFrom(credential, credential.length >> 1, 1);
    case 'case': {
      // The last letter is one of the password.
      const at = HEXADECIMAL.test(credential) ? -1 : credential.search(/[a-z][^a-z]*$/i);
      return at < 0 ? undefined : withOtherCase(credential, at);
    }
    case 'end': {
      const last = Math.max(
        ...['.', '-', '_', '~', ':'].map((sign) => credential.lastIndexOf(sign)),
      );
      const isPart = last >= 0 && credential.length - last > 4;
      return changedFrom(credential, isPart ? last + 1 : credential.length - 6, credential.length);
    }
    case 'less':
      return credential.slice(0, -1);
    case 'more':
      return credential + 'a'.repeat(100);
  }
}

/** The text with a limited number of other letters and digits from a place on. */
function changedFrom(text: string, start: number, most: number): string | undefined {
  let left = most;
  const end = text.slice(start).replace(/[a-z0-9]/gi, (letter) => {
    left -= 1;
    return left < 0 ? letter : otherLetter(letter);
  });
  const changed = text.slice(0, start) + end;
  return changed === text ? undefined : changed;
}

function otherLetter(letter: string): string {
  if (/\d/.test(letter)) return String((Number(letter) + 5) % 10);
  const first = letter < 'a' ? 65 : 97;
  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
}

function withOtherCase(text: string, at: number): string {
  const letter = text.charAt(at);
  const lower = letter.toLowerCase();
  return text.slice(0, at) + (lower === letter ? letter.toUpperCase() : lower) + text.slice(at + 1);
}
