import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What one source imports: `to` is a path below `src/`, or the name of a package. */
interface Import {
  readonly from: string;
  readonly to: string;
  /** `type`: of a source, and nothing but types. */
  readonly kind: 'source' | 'type' | 'package';
}

/** Rooms from the ground up. A file may import its own room, and rooms of the layers below. */
const LAYERS: readonly (readonly string[])[] = [
  ['model'],
  ['io'],
  ['contract', 'findings', 'proxy', 'secrets'],
  ['apis', 'openapi'],
  ['cleanup', 'judge', 'plan', 'record', 'reference', 'report'],
  ['send'],
  ['probe'],
  ['profiles'],
  ['run'],
  ['fuzz', 'selftest', 'traffic'],
  ['cassettes', 'shards'],
  ['cli', 'index.ts', 'polly.ts', 'vitest.ts'],
];

/** Each does one thing to plain data, and knows nothing about the others, even if they are layers below. */
const STAGES: readonly string[] = ['plan', 'send', 'record', 'judge', 'report', 'reference'];

/** Files that may import the reference target: nothing else is judged by what our own server does. */
const REFERENCE_GUESTS: readonly string[] = ['cli/serve.ts', 'selftest/', 'run/session.ts'];

/** Files next to `index.ts` that other rooms may import, and why. */
const SIDE_DOORS: readonly (readonly [file: string, why: string])[] = [
  ['apis/checks.ts', 'checks of all APIs, for the registry of the stage that judges'],
  ['apis/planners.ts', 'planners of all APIs, for the stage that plans'],
  ['apis/operation-ids.ts', 'a type for the entry points of the package'],
  ['io/tool.ts', 'name and version, for help, which loads nothing else'],
  ['cassettes/vitest-guard.ts', 'hooks of vitest, which users of only Polly.JS do not have'],
];

/** Where each third-party package may be imported. */
const PACKAGES: readonly (readonly [name: string, places: readonly string[], why: string])[] = [
  ['undici', ['send/', 'cassettes/'], 'only what sends knows how requests travel'],
  ['ajv', ['contract/'], 'a schema is compiled in one place'],
  ['ajv-formats', ['contract/'], 'a schema is compiled in one place'],
  [
    'fast-check',
    ['plan/', 'apis/content/plan/', 'index.ts'],
    'randomness is for planning; the library names its type',
  ],
  ['@scalar/openapi-upgrader', ['openapi/'], 'only an import reads Swagger 2.0'],
  ['yaml', ['contract/', 'profiles/', 'reference/'], 'files are read where data is loaded'],
  ['@pollyjs/core', ['cassettes/'], 'it is at home in the tests of people'],
  ['@pollyjs/adapter', ['cassettes/'], 'it is at home in the tests of people'],
  ['fflate', ['record/'], 'only an import reads zip files'],
  [
    'lossless-json',
    ['model/exact-json.ts', 'model/pointer.ts'],
    'one module knows numbers with all their digits',
  ],
  ['commander', ['cli/'], 'only commands read the command line'],
  ['@bomb.sh/tab', ['cli/'], 'only commands read the command line'],
  ['picocolors', ['report/', 'cli/'], 'only what is written for people has colours'],
  ['fast-xml-builder', ['report/'], 'only a report is XML'],
  ['eta', ['report/'], 'only a report is a page'],
  [
    'pngjs',
    ['reference/', 'apis/content/judge/edited-pixels.ts'],
    'the reference target makes pictures, and one check reads them',
  ],
  [
    'vitest',
    ['vitest.ts', 'cassettes/reporter.ts', 'cassettes/vitest-guard.ts'],
    'only its own faces need it; users without it need none',
  ],
];

const src = fileURLToPath(new URL('.', import.meta.url));

function isBelow(file: string, place: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place;
}

/** The parts of an API that belong to a stage: a folder with the name of the stage, and the list of all of them. */
const PARTS_OF_APIS: readonly (readonly [pattern: RegExp, stage: string])[] = [
  [/^apis\/(?:checks\.ts$|[\w-]+\/judge\/)/, 'judge'],
  [/^apis\/(?:planners\.ts$|[\w-]+\/plan\/)/, 'plan'],
];

/** Returns the room of a file; a file directly in `src/` is a room of its own. */
function roomOf(file: string): string {
  const [, stage] = PARTS_OF_APIS.find(([pattern]) => pattern.test(file)) ?? [];
  return stage ?? file.replace(/\/.*/, '');
}

function layerOf(room: string): number {
  return LAYERS.findIndex((rooms) => rooms.includes(room));
}

/** Returns why imports are not allowed, one line each. */
function violationsOf(imports: readonly Import[]): readonly string[] {
  return [
    ...imports.flatMap(violationOf),
    ...imports.flatMap(doorViolation),
    ...circlesIn(imports),
  ];
}

function violationOf(link: Import): readonly string[] {
  return link.kind === 'package' ? packageViolation(link) : layerViolation(link);
}

function doorViolation({ from, to, kind }: Import): readonly string[] {
  if (kind === 'package') return [];
  const [folder = '', ...rest] = to.split('/');
  const isInside = from.startsWith(`${folder}/`) || roomOf(from) === folder || rest.length === 0;
  if (isInside || to === `${folder}/index.ts`) return [];
  if (SIDE_DOORS.some(([file]) => file === to) || roomOf(to) === roomOf(from)) return [];
  return [`${from} imports ${to}: the exports of ${folder}/ are in ${folder}/index.ts`];
}

function packageViolation({ from, to }: Import): readonly string[] {
  const rule = PACKAGES.find(([name]) => name === to);
  if (!rule) return [`${from} imports ${to}, which has no place: say in this test where and why`];
  const [, places, why] = rule;
  if (places.some((place) => isBelow(from, place))) return [];
  return [`${from} imports ${to}, which belongs to ${places.join(', ')}: ${why}`];
}

function layerViolation({ from, to }: Import): readonly string[] {
  const [own, other] = [roomOf(from), roomOf(to)];
  if (own === other) return [];
  if (layerOf(own) < 0) return [`${from} is in no layer: add ${own} to LAYERS in this test`];
  if (other === 'reference' && !REFERENCE_GUESTS.some((place) => isBelow(from, place))) {
    return [`${from} imports ${to}: only ${REFERENCE_GUESTS.join(', ')} use the reference target`];
  }
  if (STAGES.includes(own) && STAGES.includes(other)) {
    return [`${from} imports ${to}: a stage gets plain data and knows no other stage`];
  }
  if (layerOf(other) < layerOf(own)) return [];
  return [`${from} imports ${to}: ${other} is not in a layer below ${own}`];
}

/**
 * Circles of sources, of those that share a source just one. What is imported as a type alone does not
 * count: it is gone when the sources run, and two types may well speak of each other.
 */
function circlesIn(imports: readonly Import[]): readonly string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind } of imports) {
    if (kind === 'source') next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const reported = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      const circle = trail.slice(at);
      if (circle.some((one) => reported.has(one))) return;
      for (const one of circle) reported.add(one);
      circles.push(`imports run in a circle: ${[...circle, file].join(' -> ')}`);
    } else if (!done.has(file)) {
      for (const to of next.get(file) ?? []) walk(to, [...trail, file]);
      done.add(file);
    }
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
}

/** Packages that `package.json` asks for and no source imports. */
function idleIn(dependencies: readonly string[], imports: readonly Import[]): readonly string[] {
  const used = new Set(imports.map(({ to }) => to));
  return dependencies.filter((name) => !used.has(name));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** `import … from`, `export … from`, `import '…'` and `import('…')`; comments and templates are left out. */
function importsOf(file: string, text: string): readonly Import[] {
  const code = withoutComments(text).replace(/`(?:\\[\s\S]|[^`\\])*`/g, '``');
  const patterns = [
    /^\s*(?:import|export)\s+(?<type>type\s)?[^'"`;]*?\bfrom\s+['"](?<to>[^'"]+)['"]/gm,
    /^\s*import\s+['"](?<to>[^'"]+)['"]/gm,
    /\bimport\(\s*['"](?<to>[^'"]+)['"]/g,
  ];
  return patterns
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .flatMap(({ groups }): readonly Import[] => {
      const to = groups?.to ?? '';
      if (to.startsWith('node:')) return [];
      if (to.startsWith('.')) {
        return [
          { from: file, to: join(dirname(file), to), kind: groups?.type ? 'type' : 'source' },
        ];
      }
      const [scope = '', name = ''] = to.split('/');
      const whole = scope.startsWith('@') ? `${scope}/${name}` : scope;
      return [{ from: file, to: whole, kind: 'package' }];
    });
}

function sourceNames(): readonly string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => relative(src, join(src, name)).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name));
}

function allImports(): readonly Import[] {
  return sourceNames().flatMap((name) => importsOf(name, readFileSync(join(src, name), 'utf8')));
}

describe('the sources', () => {
  const imports = allImports();

  it('are read', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports).toContainEqual({
      from: 'run/pipeline.ts',
      to: 'judge/index.ts',
      kind: 'source',
    });
  });

  it('import what they may', () => {
    expect(violationsOf(imports)).toEqual([]);
  });

  it('are few where only connections are guarded, as each file of tests loads them', () => {
    const loaded = new Set(['cassettes/vitest-guard.ts']);
    for (const file of loaded) {
      for (const { from, to, kind } of imports)
        if (from === file && kind !== 'type') loaded.add(to);
    }
    const rooms = new Set([...loaded].map(roomOf));
    expect([...rooms].sort()).toEqual(['cassettes', 'lossless-json', 'model', 'vitest']);
    expect([...loaded].filter((file) => file.startsWith('cassettes/'))).toHaveLength(4);
  });

  it('are few where help is printed', () => {
    const loaded = new Set(['cli/index.ts']);
    for (const file of loaded) {
      if (!file.endsWith('.ts')) continue;
      const atOnce = readFileSync(join(src, file), 'utf8').replaceAll('import(', '');
      for (const { to, kind } of importsOf(file, atOnce)) if (kind !== 'type') loaded.add(to);
    }
    expect([...loaded]).toEqual(['cli/index.ts', 'cli/commands.ts', 'commander', 'io/tool.ts']);
  });

  it('import every package that is asked for', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8'));
    const { dependencies = {} } = manifest as { readonly dependencies?: object };
    expect(idleIn(Object.keys(dependencies), imports)).toEqual([]);
  });
});

/** What knows an API by its name: its own folder, and the reference target with all that proves by it. */
const AT_HOME = ['apis/', 'reference/', 'selftest/', 'cli/serve.ts'];

/** A name in quotes, or ids that begin with it. Heads of HTTP and members of answers are called so, too. */
const BY_NAME =
  /['"`](?:integration|content)(?:['"`]|\/[a-z$]|\.names)|\((?:\?:)?(?:content\|integration|integration\|content)\)|\bendpoints\.(?:content|integration)\b/;

function namersOf(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .filter((name) => !AT_HOME.some((home) => isBelow(name, home)))
    .filter((name) => BY_NAME.test(withoutComments(readFileSync(join(place, name), 'utf8'))))
    .sort();
}

describe('an API', () => {
  it('is known by its name in its own folder alone', () => {
    expect(namersOf(src)).toEqual([]);
  });

  it('is noticed where it is named', () => {
    expect("if (document === 'content') return;").toMatch(BY_NAME);
    expect('const id = `integration/timezones`;').toMatch(BY_NAME);
    expect("'content-type'").not.toMatch(BY_NAME);
  });
});

/** Where text is printed or escaped, and who may do it in another way. */
const PRINTING: readonly (readonly [
  what: string,
  pattern: RegExp,
  places: readonly string[],
  why: string,
])[] = [
  [
    'writes to a screen',
    /\b(?:std(?:out|err)|screen|stream)\??\.write\(/,
    ['io/screen.ts', 'cli/child.ts', 'cassettes/node-http-adapter.ts'],
    'screen.ts escapes what is from outside; the output of a command of the user is its own',
  ],
  ['uses the console', /\bconsole\.\w+\(/, [], 'screen.ts escapes what is from outside'],
  [
    'knows the streams of the process',
    /\bprocess\.std(?:out|err)\b/,
    [
      'cli/index.ts',
      'cli/main.ts',
      'cli/child.ts',
      'cassettes/problems.ts',
      'cassettes/reporter.ts',
    ],
    'commands get their streams',
  ],
  [
    'prints a text as it is',
    /\bwriteEscaped\(/,
    ['io/screen.ts', 'cli/github.ts', 'cli/report-render.ts', 'cli/report-compare.ts'],
    'only the forms of reports are escaped already',
  ],
  [
    'escapes in its own way',
    /\\p\{(?:C[cf]?|Z[lp])\}|\\x1b|\\u001b|\\u\{?20[0-6][0-9a-f]|\\x9b/i,
    ['model/escape.ts', 'io/screen.ts', 'secrets/'],
    'escape.ts says which characters are unsafe; secrets/ reads what bodies hold',
  ],
];

function printingViolations(file: string, text: string): readonly string[] {
  // What is a text of a script for the user is not run here.
  const code = withoutComments(text).replace(/^ *'.*',$/gm, '');
  return PRINTING.filter(
    ([, pattern, places]) => pattern.test(code) && !places.some((place) => isBelow(file, place)),
  ).map(([what, , , why]) => `${file} ${what}: ${why}`);
}

describe('what people read', () => {
  it('is printed by screen.ts and escaped by escape.ts, and nowhere else', () => {
    const violations = sourceNames()
      .filter((name) => !isBelow(name, 'reference/'))
      .flatMap((name) => printingViolations(name, readFileSync(join(src, name), 'utf8')));
    expect(violations).toEqual([]);
  });

  it.each([
    'io.stdout.write(text);',
    'process.stderr.write(text);',
    'screen.write(line);',
    "console.log('a');",
    'const TERMINAL = process.stdout;',
    'writeEscaped(io.stdout, text);',
    'text.replace(/[\\p{Cc}\\p{Cf}]/gu, escaped)',
    'text.replace(/\\u202e/g, escaped)',
    "text.replaceAll('\\u001b', '')",
  ])('is noticed in %s', (code) => {
    expect(printingViolations('report/a.ts', code)).not.toEqual([]);
  });
});

describe('the rules', () => {
  const source = (from: string, to: string): Import => ({ from, to, kind: 'source' });
  const from = (place: string, to: string): Import => ({ from: place, to, kind: 'package' });

  it.each<readonly [string, readonly Import[], RegExp]>([
    ['a stage that knows another', [source('plan/plan.ts', 'send/index.ts')], /no other stage/],
    ['a stage above another', [source('send/send.ts', 'plan/index.ts')], /no other stage/],
    ['judging that reports', [source('judge/judge.ts', 'report/index.ts')], /no other stage/],
    ['a contract that knows a stage', [source('contract/a.ts', 'plan/index.ts')], /not in a layer/],
    ['a noun that knows a stage', [source('model/case.ts', 'send/index.ts')], /not in a layer/],
    ['probing that reads profiles', [source('probe/a.ts', 'profiles/index.ts')], /not in a layer/],
    ['a stage that runs the pipeline', [source('report/a.ts', 'run/index.ts')], /not in a layer/],
    ['a stage that knows a command', [source('send/a.ts', 'cli/index.ts')], /not in a layer/],
    ['rooms of one layer', [source('fuzz/a.ts', 'traffic/index.ts')], /not in a layer below fuzz/],
    ['a room without a layer', [source('stray/a.ts', 'model/index.ts')], /add stray to LAYERS/],
    ['a loose file', [source('stray.ts', 'model/index.ts')], /add stray.ts to LAYERS/],
    ['an HTTP client in judging', [from('judge/a.ts', 'undici')], /undici, which belongs to send/],
    ['a second validator', [from('plan/a.ts', 'ajv')], /ajv, which belongs to contract/],
    ['chance in sending', [from('send/a.ts', 'fast-check')], /fast-check, which belongs to plan/],
    ['a file read in judging', [from('judge/a.ts', 'yaml')], /yaml, which belongs to contract/],
    ['colours in sending', [from('send/a.ts', 'picocolors')], /picocolors, which belongs/],
    ['a command that knows our own server', [source('cli/a.ts', 'reference/index.ts')], /only cli/],
    [
      'a way past a front door',
      [source('run/session.ts', 'reference/serve.ts')],
      /reference\/index.ts/,
    ],
    ['a package without a place', [from('cli/a.ts', 'left-pad')], /has no place/],
    [
      'a circle of two',
      [source('plan/a.ts', 'plan/b.ts'), source('plan/b.ts', 'plan/a.ts')],
      /circle: plan\/a.ts -> plan\/b.ts -> plan\/a.ts/,
    ],
    [
      'a circle of three behind another source',
      [
        source('plan/a.ts', 'plan/b.ts'),
        source('plan/b.ts', 'plan/c.ts'),
        source('plan/c.ts', 'plan/d.ts'),
        source('plan/d.ts', 'plan/b.ts'),
      ],
      /circle: plan\/b.ts -> plan\/c.ts -> plan\/d.ts -> plan\/b.ts/,
    ],
    [
      'a type of another stage',
      [{ from: 'judge/a.ts', to: 'send/index.ts', kind: 'type' }],
      /no other stage/,
    ],
    ['a file behind a front door', [source('traffic/a.ts', 'proxy/relay.ts')], /proxy\/index.ts/],
    ['a source that imports itself', [source('model/case.ts', 'model/case.ts')], /circle/],
  ])('refuse %s', (_, imports, reason) => {
    const violations = violationsOf(imports);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(reason);
  });

  it('allow what the design shows', () => {
    const imports: readonly Import[] = [
      source('run/pipeline.ts', 'plan/index.ts'),
      source('run/pipeline.ts', 'send/index.ts'),
      source('cli/check.ts', 'run/index.ts'),
      source('cli/check.ts', 'report/index.ts'),
      source('probe/recognise.ts', 'send/index.ts'),
      source('judge/judge.ts', 'judge/checks/status.ts'),
      source('judge/checks/conforms.ts', 'contract/index.ts'),
      source('plan/plan.ts', 'model/index.ts'),
      { from: 'plan/a.ts', to: 'plan/b.ts', kind: 'type' },
      { from: 'plan/b.ts', to: 'plan/a.ts', kind: 'source' },
      from('index.ts', 'fast-check'),
      from('cassettes/undici-adapter.ts', 'undici'),
      source('traffic/watch.ts', 'proxy/index.ts'),
      source('judge/registry.ts', 'apis/checks.ts'),
    ];
    expect(violationsOf(imports)).toEqual([]);
  });

  it('find packages that nothing imports', () => {
    expect(idleIn(['ajv', 'yaml'], [from('contract/a.ts', 'ajv')])).toEqual(['yaml']);
  });

  it('read every form of import, and no comment', () => {
    const text = `
      import a, { type B } from 'one';
      import type { C } from "./two.ts";
      import {
        d,
      } from '../three.ts';
      import 'node:fs';
      import '@scope/four/deep.js';
      export * from './five.ts';
      export type { E } from './six.ts';
      const f = await import('seven/deep');
      // import g from 'eight';
      /** import h from 'nine'; */
      const text = "from 'ten'";
      export const from = 'eleven';
    `;
    const imports = importsOf('plan/a.ts', text);
    expect(imports.filter(({ kind }) => kind === 'type').map(({ to }) => to)).toEqual([
      'plan/two.ts',
      'plan/six.ts',
    ]);
    expect(imports.map(({ to }) => to).sort()).toEqual([
      '@scope/four',
      'one',
      'plan/five.ts',
      'plan/six.ts',
      'plan/two.ts',
      'seven',
      'three.ts',
    ]);
  });
});
