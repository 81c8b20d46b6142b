/** A finding as an `.http` file, as the HTTP clients of editors read it. */

import { filled, isCredentialField, SCHEMES } from '../auth-schemes.ts';
import { escapeControls } from '../escape.ts';
import type { Capture, Replay, ReplayStep } from './replay.ts';
import type { RedactedCredential } from './reproduction.ts';
import { textOf } from './shell.ts';

/** A file that a request takes its body from, because its text could not hold it. */
interface BodyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface HttpFile {
  readonly text: string;
  readonly bodies: readonly BodyFile[];
}

/**
 * The requests of a finding, one after the other, ids of earlier answers by name. Credentials come from
 * environment variables.
 */
export function replayHttp(replay: Replay): HttpFile {
  const { finding } = replay;
  const { text, bodies } = httpText(replay);
  return { text: `# ${escapeControls(finding.message)}\n# ${finding.id}\n\n${text}`, bodies };
}

/** Some requests, one after the other. */
export function httpText({ steps, captures }: Pick<Replay, 'steps' | 'captures'>): HttpFile {
  const parts = steps.map((step) => requestText(step, captures));
  return {
    text: parts.map(({ text }) => text).join('\n'),
    bodies: parts.flatMap(({ body }) => (body === undefined ? [] : [body])),
  };
}

function requestText(
  { id, purpose, request, url, credential, extra = [] }: ReplayStep,
  captures: readonly Capture[],
): { readonly text: string; readonly body: BodyFile | undefined } {
  const named = (text: string) =>
    captures.reduce(
      (rest, { marker, step, pointer }) =>
        rest.replaceAll(marker, `{{${step}.response.body.$${pathOf(pointer)}}}`),
      text,
    );
  const headers = request.headers.flatMap(([name, value]) => {
    if (!isCredentialField(name)) return [`${name}: ${value}`];
    const shown = credentialValue(credential);
    return shown === undefined ? [] : [`${name}: ${shown}`];
  });
  const text = request.body === undefined ? '' : textOf(request.body);
  // What an editor would change or could not show goes into a file beside it.
  const plain = text !== undefined && !/[\r\n\0]|^[<#]|\{\{/.test(text);
  const body =
    plain || request.body === undefined
      ? undefined
      : { name: `body-${id}.bin`, bytes: request.body };
  return {
    text: [
      `### ${escapeControls(purpose)}`,
      `# @name ${id}`,
      `${request.method} ${named(url)} HTTP/1.1`,
      ...headers.map(named),
      ...extra.map(({ name, written }) => `${name}: ${fromEnvironment(written)}`),
      '',
      ...(body === undefined ? (text ? [named(text)] : []) : [`< ./${body.name}`]),
      '',
    ].join('\n'),
    body,
  };
}

/** A text that names environment variables, as editors fill them in. */
function fromEnvironment(written: string): string {
  return written.replace(/\$\{(\w+)\}/g, '{{$processEnv $1}}');
}

/** A JSON Pointer as a JSON path. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
}

/** The value of the field with the credential, environment variables in the place of secrets. */
function credentialValue(credential: RedactedCredential): string | undefined {
  switch (credential.kind) {
    case 'none':
      return undefined;
    case 'literal':
      return credential.value;
    case 'secret': {
      const { scheme, variable, password, template = SCHEMES[scheme].template } = credential;
      const own = `{{$processEnv ${variable}}}`;
      const value = password === undefined ? own : `${own}:{{$processEnv ${password}}}`;
      return filled(template, value);
    }
  }
}
