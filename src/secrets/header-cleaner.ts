/** Takes secrets out of header fields: by their names, and else as out of any text. */

import { isSecret } from './guessing.ts';
import { isReference } from './language.ts';
import {
  certaintyOf,
  isCredentialHeader,
  isSecretHeader,
  isSureHeader,
  ratingOf,
} from './names.ts';
import { isSchemeAlone, partsOf, passwordOf } from './parts.ts';
import { PLACEHOLDER, replaceIn } from './place.ts';
import type { Placeholders } from './placeholders.ts';
import type { CompiledRules } from './rules.ts';
import { patternsIn, type TextCleaner } from './text-cleaner.ts';

type HeaderField = readonly [name: string, value: string];

export type HeaderCleaner = (header: HeaderField) => HeaderField;

export function headerCleaner(
  placeholders: Placeholders,
  rules: CompiledRules,
  text: TextCleaner['text'],
): HeaderCleaner {
  const credential = (value: string): string => {
    const [, scheme = '', secret = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
    if (!scheme && isSchemeAlone(secret)) return value;
    if (secret === '' || PLACEHOLDER.test(secret) || isReference(secret)) return value;
    const password = /^basic\s/i.test(scheme) ? passwordOf(secret) : undefined;
    if (password) placeholders.of(password);
    return `${scheme}${placeholders.of(secret)}`;
  };

  const secretValue = (name: string, value: string): string => {
    if (isCredentialHeader(name)) return credential(value);
    if (/^(?:set-)?cookie2?$/i.test(name)) {
      const parts = partsOf(name, value, 0, (part) => part);
      return replaceIn(value, parts, [], placeholders.of);
    }
    if (PLACEHOLDER.test(value) || value === '' || isReference(value)) return value;
    const certainty = certaintyOf(name);
    const isSure =
      certainty === 'certain' ||
      (isSureHeader(name) && !(/protocol$/i.test(name) && PROTOCOL.test(value)));
    if (!isSure && !isSecret(name, certainty ?? 'vague', value)) return text(value);
    return placeholders.of(value);
  };

  return ([name, value]) => {
    const kept = rules.keep.header(name);
    const redacted = rules.redact.header(name);
    if (!kept && !redacted && !isSecretHeader(name)) {
      const isDrawn = ratingOf(name) === 'unnamed' && isSecret(name, 'unnamed', value);
      if (isDrawn) return [text(name), placeholders.of(value)];
      // What a server asks to be hashed with a password is no secret.
      const kept = /-authenticate$/i.test(name) ? patternsIn(value, ASKED) : [];
      return [text(name), text(value, name, { places: [], kept: [...kept] })];
    }
    const present = placeholders.withoutKnown(value);
    if (kept) return [name, present];
    if (redacted) return [name, value && placeholders.of(present)];
    return [name, secretValue(name, present)];
  };
}

const ASKED = [/\b(?:nonce|opaque)=("[^"]*"|[^\s,]+)/gi];

/** A protocol of websockets, in which some clients send a token. */
const PROTOCOL = /^[a-z]+(?:[-.][a-z\d]{1,12})+(?:, [a-z\d.-]{1,40})*$/;
