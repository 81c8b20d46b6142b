import { stringify } from 'yaml';
import {
  CREDENTIAL_PARTS,
  type Json,
  type KnownFailure,
  type Names,
  type SwitchedOff,
} from '../model/index.ts';
import type { Settings } from './settings.ts';

/** A part of a credential, from an environment variable. */
export interface DraftCredential {
  readonly part: string;
  readonly variable: string;
  readonly set: boolean;
  /** As the reference target publishes it, for when the variable is not set. It opens nothing else. */
  readonly published?: string;
}

/** The entry of one API in a first profile. */
export interface DraftEntry {
  readonly api: string;
  readonly url: string;
  readonly routing?: string;
  readonly names?: Names;
  readonly credential: readonly DraftCredential[];
  /** Facts that only whoever knows the target can give, by name. */
  readonly facts: readonly {
    readonly name: string;
    readonly says: string;
    readonly values: readonly Json[];
  }[];
  readonly remarks: readonly string[];
  /** Members that `--set` gives, as they are written; they precede the others. */
  readonly set: Settings;
}

export interface DraftProfile {
  readonly name: string;
  readonly preset?: string;
  readonly entries: readonly DraftEntry[];
  readonly off: readonly SwitchedOff[];
  /** Failures to expect, which the file offers as comments: a person has to accept them. */
  readonly known: readonly KnownFailure[];
  /** Members next to the APIs that `--set` gives. */
  readonly set: Settings;
}

/** A profile with comments, as text. It has no secret: what is one is named by its environment variable. */
export function draftText({ name, preset, entries, off, known, set }: DraftProfile): string {
  return [
    '# What `touchstone check` is to test here. Written by `touchstone init`; yours to change.',
    `# \${NAME} stands for an environment variable. docs/profiles.md has all that can be said.`,
    `name: ${flow(name)}`,
    ...(preset === undefined
      ? []
      : ['# The words of such a site, in place of those of the document.', `preset: ${preset}`]),
    ...Object.entries(set).map(([member, value]) => `${member}: ${flow(value)}`),
    ...entries.flatMap(entryLines),
    ...offLines(off),
    '',
    '# A failure that is known of does not fail the run until it passes, or expires:',
    ...(known.length === 0
      ? []
      : ['# These are to be expected here. Remove "# " before these lines to accept them:']),
    '# knownFailures:',
    ...(known.length === 0
      ? ["#   - { clause: <id of a clause>, reason: 'ticket 4711', expires: 2030-01-31 }"]
      : known.map((one) => `#   - ${flow(one)}`)),
    ...COMMENTED.filter((line) => !Object.keys(set).some((name) => line.startsWith(`# ${name}:`))),
    '',
  ].join('\n');
}

const COMMENTED = [
  '# limits: { timeoutMs: 10000, totalMs: 30000 }    # for a slow target',
  '# rate: 20                                        # requests a second at the most',
];

function entryLines({ api, url, routing, names, facts, remarks, set, ...rest }: DraftEntry) {
  const credential = isSignedBy(set) ? [] : rest.credential;
  const isSet = credential.every((one) => one.published !== undefined || one.set);
  return [
    '',
    `${api}:`,
    ...remarks.map((remark) => `  # ${remark}`),
    `  url: ${flow(url)}`,
    ...(routing === undefined ? [] : [`  routing: ${routing}`]),
    ...(isSet
      ? []
      : [
          '  # Requests are anonymous. To sign in, set these variables and remove "# " before these lines:',
        ]),
    ...(credential.some(({ published }) => published !== undefined)
      ? ['  # Without these variables, what the reference target publishes is used.']
      : []),
    ...credential.map((one) => credentialLine(one, isSet)),
    ...Object.entries(set).map(([member, value]) => `  ${member}: ${flow(value)}`),
    ...facts
      .filter(({ name }) => !Object.hasOwn(set, name))
      .flatMap(({ name, says, values }) => [
        `  # ${says}`,
        values.length === 0 ? `  # ${name}: []` : `  ${name}: ${flow(values)}`,
      ]),
    ...(names === undefined || Object.keys(names).length === 0
      ? []
      : ["  # The target's words for those of the document.", `  names: ${flow(names)}`]),
  ];
}

function credentialLine({ part, variable, published }: DraftCredential, isSet: boolean): string {
  const otherwise = published === undefined ? '' : `:-${published}`;
  return `  ${isSet ? '' : '# '}${part}: \${${variable}${otherwise}}`;
}

function isSignedBy(set: Settings): boolean {
  return CREDENTIAL_PARTS.some((part) => Object.hasOwn(set, part));
}

function offLines(off: readonly SwitchedOff[]): readonly string[] {
  return [
    '',
    '# What is not called and not judged here: operations and clauses whose id begins so.',
    ...(off.length === 0 ? ['# off: []'] : ['off:', ...off.map((one) => `  - ${flow(one)}`)]),
  ];
}

function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
