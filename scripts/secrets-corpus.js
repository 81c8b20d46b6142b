// The corpus of fixtures/secrets: what it puts where, how it is recorded, and where secrets are found in the files.
// It knows nothing of how secrets are looked for: `scripts/secrets.js` hands in the recorder that is built, and the
// test the one of the sources.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('../fixtures/secrets/', import.meta.url));
const MARK = '§';
const LETTERS = {
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
  digits: '123456789',
};

const read = (name) => parse(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));
const KINDS = read('kinds');

/** Secrets that no profile names, each in its place: `{id, at, type, coding, body, secret}`. */
export function placements() {
  return read('placements').flatMap(({ group, kind = 'random', kinds = [kind], ...rest }) =>
    kinds.flatMap((each) =>
      rest.texts.map((text, index) => {
        const id = `${group}/${index + 1}${kinds.length > 1 ? `/${each}` : ''}`;
        return placed(id, { ...rest, text }, secretOf(each, id));
      }),
    ),
  );
}

/** The target's own credential, in each spelling. */
export function credentials() {
  const { kinds, texts } = read('credential');
  return kinds.flatMap((kind) =>
    texts.map((line, index) => {
      const [, at, text] = /^(.*?): (.*)$/s.exec(line);
      const header = /^[<>] \S/.test(at);
      const part = header
        ? { at: `${at.slice(0, 2)}*`, text: `${at.slice(2)}: ${text}` }
        : { at, text };
      const id = `credential/${index + 1}/${kind}`;
      return { ...placed(id, part, secretOf(kind, 'credential')), group: kind, known: true };
    }),
  );
}

/** Text that stays unchanged. */
export function lookAlikes() {
  return read('look-alikes').flatMap(({ group, texts, ...rest }) =>
    texts.map((text, index) =>
      placed(`look-alikes/${group}/${index + 1}`, { ...rest, text }, 'n0 secret'),
    ),
  );
}

/** Returns true if this version of Node can make it: zstd came with Node 22.15. */
export function canBeMade({ text }) {
  return !text.includes('zstd') || zlib.zstdCompressSync !== undefined;
}

function placed(id, { at, text, type }, secret) {
  const [, coding, rest = text] = /^\| (.*?) \|(.*)$/s.exec(text) ?? [];
  return { id, at, text, type, coding, secret, make: () => expand(rest, secret) };
}

/** The same for the same id, so that a failure can be seen again. */
function secretOf(kind, id) {
  const { pieces = [], letters, length, after = [] } = KINDS[kind];
  let state = zlib.crc32(`${kind} ${id}`);
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  const alphabet = LETTERS[letters];
  const drawn = Array.from({ length }, () => alphabet[next() % alphabet.length]);
  // All but digits have one of each, as real ones do.
  if (letters === 'alnum') drawn.splice(1, 3, 'q', '7', 'Z');
  return [...pieces, ...drawn, ...after].join('');
}

/** A template as bytes; `«coding+coding:…»` may stand in another. */
function expand(template, secret) {
  const stack = [[]];
  const codings = [];
  for (const [token, named] of template.matchAll(/«([\w+]+):|»|[^«»]+/gs)) {
    if (named !== undefined) {
      codings.push(named);
      stack.push([]);
    } else if (token === '»') {
      const bytes = Buffer.concat(stack.pop());
      const coded = codings
        .pop()
        .split('+')
        .reduce((each, name) => code(name, each), bytes);
      stack.at(-1).push(coded);
    } else {
      stack.at(-1).push(Buffer.from(token.replaceAll(MARK, () => secret)));
    }
  }
  return Buffer.concat(stack[0]);
}

const perByte = (bytes, spell) => Array.from(bytes, spell).join('');
const hex = (byte) => byte.toString(16).padStart(2, '0');
const units = (text, spell) =>
  Array.from({ length: text.length }, (_, at) => spell(text.charCodeAt(at))).join('');
const ENTITIES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  é: '&eacute;',
  ä: '&auml;',
  ö: '&ouml;',
  ü: '&uuml;',
  ß: '&szlig;',
};
const swapped = (bytes) => Buffer.from(bytes).swap16();
const utf16 = (text) => Buffer.from(text, 'utf16le');
const html = (text) => text.replace(/[&<>"'éäöüß]/g, (letter) => ENTITIES[letter]);
const qp = (bytes, plain) =>
  perByte(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    return plain.test(letter) ? letter : `=${hex(byte).toUpperCase()}`;
  });

/** Codings of bytes. */
const BYTES = {
  base64: (bytes) => bytes.toString('base64'),
  base64url: (bytes) => bytes.toString('base64url'),
  base64lines: (bytes) => bytes.toString('base64').replace(/(.{76})/g, '$1\r\n'),
  hex: (bytes) => bytes.toString('hex'),
  hexupper: (bytes) => bytes.toString('hex').toUpperCase(),
  hexcolons: (bytes) => Array.from(bytes, hex).join(':'),
  hexescape: (bytes) => perByte(bytes, (byte) => `\\\\x${hex(byte)}`),
  octalescape: (bytes) => perByte(bytes, (byte) => `\\\\${byte.toString(8).padStart(3, '0')}`),
  percentall: (bytes) => perByte(bytes, (byte) => `%${hex(byte)}`),
  qpword: (bytes) => qp(bytes, /[0-9A-Za-z ]/).replaceAll(' ', '_'),
  gzip: (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  deflateraw: (bytes) => zlib.deflateRawSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  zstd: (bytes) => zlib.zstdCompressSync(bytes),
  /** Bytes to pack, whose end can be missing. */
  cut: (bytes) => Buffer.concat([bytes, Buffer.from('x'.repeat(40))]),
  frame: (bytes) => Buffer.concat([Buffer.from([0, 0, 0, 0, bytes.length]), bytes]),
  bytes256: () => Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  ff: () => Buffer.from([0xff, 0xfe, 0xfd]),
  utf8: (bytes) => bytes,
  join: (bytes) => bytes,
  png: () =>
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
};

/** Codings of texts. */
const TEXTS = {
  upper: (text) => text.toUpperCase(),
  json: (text) => JSON.stringify(text).slice(1, -1),
  jsonall: (text) => units(text, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  bracescape: (text) => units(text, (unit) => `\\\\u{${unit.toString(16)}}`),
  pointer: (text) => JSON.stringify(text.replaceAll('~', '~0').replaceAll('/', '~1')).slice(1, -1),
  halves: (text) => `${text.slice(0, 6)}", "${text.slice(6)}`,
  added: (text) => `${text.slice(0, 6)}" + "${text.slice(6)}`,
  url: (text) => encodeURIComponent(text),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  html,
  htmldec: (text) => units(text, (unit) => `&#${unit};`),
  htmlhex: (text) => units(text, (unit) => `&#x0${unit.toString(16)};`),
  htmlopen: (text) =>
    units(text, (unit) =>
      /\w/.test(String.fromCharCode(unit)) ? String.fromCharCode(unit) : `&#${unit};`,
    ),
  slashes: (text) => text.replace(/[\\'"]/g, '\\$&'),
  cdata: (text) => `<![CDATA[${text}]]>`,
  csv: (text) => text.replaceAll('"', '""'),
  sql: (text) => `'${text.replaceAll("'", "''")}'`,
  nfd: (text) => text.normalize('NFD'),
  nfkd: (text) => text.normalize('NFKD'),
  latin1: (text) => Buffer.from(text, 'latin1'),
  latin1text: (text) => text,
  utf16le: utf16,
  utf16be: (text) => swapped(utf16(text)),
  utf16bom: (text) => utf16(`\ufeff${text}`),
  lines: (text) => text.replace(/(.{64})/g, '$1\n'),
};

function code(name, bytes) {
  if (BYTES[name]) return Buffer.from(BYTES[name](bytes));
  if (TEXTS[name]) return Buffer.from(TEXTS[name](bytes.toString()));
  throw new Error(`no coding is called ${name}`);
}

/** The exchange that a placement is in, as the recorder is given it. */
export function exchangeOf(item, bodyOf) {
  const made = item.make();
  const latin1 = made.toString('latin1');
  const plain = new Uint8Array(made);
  const [, name = '', value = ''] = item.at.endsWith('*') ? /^(.*?): (.*)$/s.exec(latin1) : [];
  const extra = (side) => (item.at.startsWith(side) ? [[name, value]] : []);
  const type = (at) => (item.at === at && item.type ? [['Content-Type', item.type]] : []);
  const coding = item.coding ? [['Content-Encoding', item.coding]] : [];
  const headers = [...type('answer'), ...(item.at === 'answer' ? coding : []), ...extra('<')];
  const cut = item.text.includes('«cut+') ? plain.slice(0, -9) : plain;
  const answer = item.at === 'answer' ? cut : new Uint8Array(Buffer.from('{"ok":true}'));
  const outcome =
    item.at === 'message'
      ? { kind: 'fault', code: 'other', message: made.toString() }
      : {
          kind: 'answer',
          status: 200,
          reason: item.at === 'reason' ? latin1 : 'OK',
          headers,
          body: bodyOf(answer, headers, cut === plain ? 'complete' : 'cut-off', 4e6),
        };
  return {
    operation: null,
    baseUrl: 'http://127.0.0.1:1',
    request: {
      method: 'POST',
      target: item.at === 'target' ? latin1 : '/posts',
      headers: [
        ['Host', '127.0.0.1:1'],
        ...type('body'),
        ...(item.at === 'body' ? coding : []),
        ...extra('>'),
      ],
      body: item.at === 'body' ? plain : undefined,
    },
    outcome,
    resent: false,
    startedAt: 0,
    durationMs: 1,
    lost: [],
  };
}

const LIMITS = { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 4e6 };
const TARGET = {
  name: 'corpus',
  endpoints: {},
  limits: LIMITS,
  concurrency: 1,
  off: [],
  knownFailures: [],
};
const MANIFEST = [
  { kind: 'contract', digest: 'digest' },
  { kind: 'plan', seed: 1, runs: 1, only: [], strict: false, discover: false },
  { kind: 'target', target: TARGET },
];

/**
 * Records these, a group in one folder, and says which secrets are in the files, which exchanges are not as they came,
 * and how many places `verifyClean` finds in them.
 */
export function measure(items, { openTraffic, bodyOf, readEntry, verifyClean }) {
  const found = { leaked: [], changed: [], dirty: [] };
  for (const group of groupsOf(items)) {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-corpus-'));
    try {
      const [{ known, secret, id }] = group;
      const secrets = known ? [{ name: 'content-1', value: secret }] : [];
      const finish = { tool: { name: 'touchstone', version: '0.0.0' }, keepOthers: false };
      const traffic = openTraffic({ folder, manifest: MANIFEST, secrets, finish });
      const exchanges = group.map((item) => exchangeOf(item, bodyOf));
      for (const exchange of exchanges) traffic.keep(exchange);
      const journal = linesIn([readFileSync(join(folder, 'journal.ndjson'))]);
      traffic.finish();
      const files = filesIn(folder);
      const lines = linesIn(files);
      for (const [at, item] of group.entries()) {
        const written = [journal[at], lines[at]];
        if (isIn(item.secret, written) || files.some((file) => file.includes(item.secret))) {
          found.leaked.push(item.id);
        }
        if (!isSame(exchanges[at], JSON.parse(lines[at]), readEntry)) found.changed.push(item.id);
      }
      const dirt = verifyClean(folder, secrets);
      found.dirty.push(...dirt.map(({ what, line }) => `${id}, line ${line}: ${what}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return found;
}

const groupOf = ({ id, group = id.replace(/\/\d+(?:\/[\w-]+)?$/, '') }) => group;

function groupsOf(items) {
  const groups = new Map();
  for (const item of items) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  return groups.values();
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}

/** The lines of entries, in the order in which they were recorded. */
function linesIn(files) {
  const lines = files.flatMap((file) => file.toString().split('\n'));
  const entries = lines
    .filter((line) => line.includes('"startedDateTime"'))
    .map((line) => line.replace(/^,|,$/g, ''));
  return entries.toSorted((a, b) => JSON.parse(a)._at - JSON.parse(b)._at);
}

function isSame(exchange, entry, readEntry) {
  const { request, outcome } = readEntry(entry);
  const facts = ({ method, target, headers, body }) =>
    JSON.stringify([method, target, headers, body && Buffer.from(body).toString('base64')]);
  const told = (of) =>
    of.kind === 'fault'
      ? of.message
      : JSON.stringify([of.reason, of.headers, Buffer.from(of.body.bytes).toString('base64')]);
  return facts(request) === facts(exchange.request) && told(outcome) === told(exchange.outcome);
}

/** Returns true if a secret is in files, as plain text or in any reversible encoding. */
export function isIn(secret, files) {
  const spellings = [secret, secret.normalize('NFD'), Buffer.from(secret).toString('latin1')];
  // `ß` has two capital letters, which do not become one small letter again.
  const wanted = [...new Set(spellings.flatMap((text) => [text, text.toUpperCase()]))].map((text) =>
    text.toLowerCase(),
  );
  const seen = new Set();
  const look = (text, depth) => {
    const key = text.length > 200 ? zlib.crc32(text) + text.length : text;
    if (text.length < 6 || seen.has(key)) return false;
    seen.add(key);
    const lower = text.toLowerCase();
    if (wanted.some((each) => lower.includes(each))) return true;
    return depth > 0 && undoings(text).some((each) => look(each, depth - 1));
  };
  return files.some((file) => look(file, 6));
}

/** Each thing that may be undone in a text, all over it, one at a time. */
function undoings(text) {
  const replaced = [
    text.replace(/\\u\{?([0-9a-f]{2,4})\}?/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    text.replace(/\\+x([0-9a-f]{2})/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    text.replace(/\\+([0-3][0-7]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
    text.replace(/\\(["'\\/])/g, '$1').replace(/\\[rn]/g, '\n'),
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
    ),
    text.replace(/\\*" ?[,+] ?\\*"/g, ''),
    text.replaceAll('+', ' '),
    text.replace(/&(?:#x0*([0-9a-f]+)|#0*(\d+));?/gi, (_, six, ten) =>
      String.fromCharCode(six ? Number.parseInt(six, 16) : Number(ten)),
    ),
    text.replace(/&(?:amp|lt|gt|quot|apos|eacute|[aou]uml|szlig);/g, (name) =>
      Object.keys(ENTITIES).find((key) => ENTITIES[key] === name),
    ),
    text.replaceAll('~1', '/').replaceAll('~0', '~'),
    text.replaceAll('""', '"'),
    text.replaceAll("''", "'"),
    text.replaceAll('\0', ''),
    text.replaceAll('_', ' '),
    text
      .replace(/=(?:\\r\\n|\r\n)/g, '')
      .replace(/(?:=[0-9A-F]{2})+/g, (run) =>
        Buffer.from(run.replaceAll('=', ''), 'hex').toString(),
      ),
    // Lines of base64, whose ends are as often escaped as the text around them.
    text.replace(/([\w+/])(?:\\+r\\+n|[\r\n]+)(?=[\w+/])/g, '$1'),
  ].filter((each) => each !== text);
  const bytes = [
    ...[...text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64')),
    ...[...text.matchAll(/[0-9a-f]{12,}/gi)].map(([run]) =>
      Buffer.from(run.slice(0, run.length & ~1), 'hex'),
    ),
    ...[...text.matchAll(/(?:[0-9a-f]{2}:){5,}[0-9a-f]{2}/gi)].map(([run]) =>
      Buffer.from(run.replaceAll(':', ''), 'hex'),
    ),
    ...[...text.matchAll(/(?:\d{1,3},){5,}\d{1,3}/g)].map(([run]) =>
      Buffer.from(run.split(',').map(Number)),
    ),
    ...[...text.matchAll(/[A-Z2-7]{16,}/g)].map(([run]) => fromBase32(run)),
  ].filter((each) => each.length >= 6);
  return [...replaced, ...bytes.flatMap(textsOf)];
}

function fromBase32(run) {
  const bits = Array.from(run, (letter) =>
    LETTERS.base32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** Shorter runs are words: trying each of them takes minutes. */
const isLong = ({ length }) => length >= 24;

/** Functions of zlib, and whether they may succeed. */
const UNPACK = [
  ['gunzipSync', ([a, b]) => a === 0x1f && b === 0x8b],
  ['inflateSync', ([a]) => (a & 0x0f) === 8],
  ['inflateRawSync', isLong],
  ['brotliDecompressSync', isLong],
  ['zstdDecompressSync', ([a, b]) => a === 0x28 && b === 0xb5],
];

function textsOf(bytes) {
  const texts = [bytes.toString('utf8'), bytes.toString('latin1')];
  if (bytes.length % 2 === 0)
    texts.push(bytes.toString('utf16le'), swapped(bytes).toString('utf16le'));
  for (const [name, mayBe] of UNPACK) {
    if (!mayBe(bytes)) continue;
    try {
      const flush = name.startsWith('br')
        ? zlib.constants.BROTLI_OPERATION_FLUSH
        : zlib.constants.Z_SYNC_FLUSH;
      const unpacked = zlib[name]?.(bytes, { finishFlush: flush, maxOutputLength: 1e6 });
      // Data packed twice is inspected as bytes again.
      if (unpacked?.length > 5) texts.push(unpacked.toString('utf8'), unpacked.toString('base64'));
    } catch {
      // Not packed so.
    }
  }
  return texts;
}
