import { isDeeper, isObject } from '../../model/index.ts';
import type { ContentChoices } from './choices.ts';
import { fileName } from './disposition.ts';
import { readMultipart } from './multipart.ts';
import { readQuery } from './query.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { UploadedFile } from './site.ts';

/** The content of a request body: parameters, a file, or both. */
interface ReadBody {
  readonly kind: 'read';
  /** True if values have JSON types; false if all are text, as in a form. */
  readonly typed: boolean;
  readonly params: ReadonlyMap<string, unknown>;
  readonly file?: UploadedFile;
}

const NONE: ReadBody = { kind: 'read', typed: true, params: new Map() };

/** Maximum depth of JSON: deeper bodies are refused before they are walked. */
const DEPTH_LIMIT = 64;

interface BodySource {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly disposition: string | undefined;
  readonly takesFile: boolean;
}

/** Reads JSON, a form, a multipart form or, if the route allows it, a file. */
export function readBody(source: BodySource, choices: ContentChoices): ReadBody | Refusal {
  const { bytes, takesFile } = source;
  if (bytes.length === 0) return NONE;
  const label = source.contentType?.trim() ?? '';
  const [type = ''] = label.toLowerCase().split(';');
  const media = type.trim();
  if (media === '' && choices['unlabelled-body'] === 'ignore' && !takesFile) return NONE;
  if (media === 'multipart/form-data') return readForm(bytes, label, choices);
  if (media === 'application/x-www-form-urlencoded') return readPlainForm(bytes);
  const isJson = media === 'application/json' || media.endsWith('+json');
  if (takesFile && !isJson && (media !== '' || source.disposition !== undefined)) {
    const name = fileName(source.disposition) ?? 'upload';
    return { ...NONE, file: { name, type: media || 'application/octet-stream', bytes } };
  }
  if (isJson || media === '') return readJson(bytes, choices);
  // curl labels bodies as a form by default; other types are ignored.
  return NONE;
}

function readJson(bytes: Uint8Array, choices: ContentChoices): ReadBody | Refusal {
  const value = parse(bytes);
  const status = choices['broken-json'] === 'refuse' ? 400 : 415;
  if (value === undefined) return refuse(status, 'invalid_json', 'The body is not JSON.');
  if (isDeeper(value, DEPTH_LIMIT)) {
    return refuse(status, 'invalid_json', 'The body is nested too deeply.');
  }
  if (!isObject(value)) return refuse(status, 'invalid_json', 'The body is not a JSON object.');
  return { kind: 'read', typed: true, params: new Map(Object.entries(value)) };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function readPlainForm(bytes: Uint8Array): ReadBody | Refusal {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'read', typed: false, params: readQuery(text) };
  } catch {
    return refuse(400, 'invalid_form', 'The form is not UTF-8.');
  }
}

function readForm(bytes: Uint8Array, label: string, choices: ContentChoices): ReadBody | Refusal {
  const form = readMultipart(bytes, label);
  if (typeof form === 'string') return refuse(400, 'invalid_multipart', `The form ${form}.`);
  return {
    kind: 'read',
    typed: false,
    params: form.file && choices['upload-fields'] === 'ignore' ? new Map() : form.fields,
    ...(form.file && { file: form.file }),
  };
}
