import { type Alteration, demanding, field, hearing, ignoring, writtenAs } from '../altering.ts';
import { notRun } from '../altering-items.ts';
import { type ContentFault, inFamily } from '../deviation.ts';
import { rawIn } from '../params.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

const UPDATED = ['post', 'put', 'patch'].map((method) => `content/state/${method}-updates`);

/** Ignores values in updates that many languages treat as false. */
function nothingIgnored(isNothing: (value: unknown) => boolean): Alteration {
  return (parts) =>
    UPDATES.reduce(
      (altered, method) =>
        hearing({ method, ends: '{id}' }, ({ params, given }) => ({
          params,
          given: new Set([...given].filter((name) => !isNothing(params[name]))),
        }))(altered),
      parts,
    );
}

/** Stores changed texts. */
function textsKept(change: (text: string) => string): Alteration {
  return (parts) =>
    ['title', 'content', 'excerpt'].reduce(
      (altered, name) =>
        writtenAs(name, (value) => {
          const raw = rawIn(value);
          return raw === undefined ? value : change(raw);
        })(altered),
      parts,
    );
}

/** Faults in the stored form of some values and texts, and in some batches. */
export const writtenValueFaults: readonly ContentFault[] = [
  ...inFamily('read-back', [
    {
      name: 'edited-image-texts-ignored',
      what: 'gives an edited image the texts of its original, regardless of the edit',
      breaks: ['content/media/edit/texts'],
      alter: ignoring(
        { method: 'POST', ends: '/edit' },
        'title',
        'caption',
        'description',
        'alt_text',
      ),
    },
    {
      name: 'zero-not-written',
      what: 'leaves a number as it was where an update sends 0',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === 0),
    },
    {
      name: 'false-not-written',
      what: 'leaves a boolean as it was where an update sends false',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === false),
    },
    {
      name: 'empty-text-not-written',
      what: 'leaves a text as it was where an update sends an empty one',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === '' || rawIn(value) === ''),
    },
    {
      name: 'empty-list-not-written',
      what: 'leaves a list as it was where an update sends an empty one',
      breaks: UPDATED,
      alter: nothingIgnored((value) => Array.isArray(value) && value.length === 0),
    },
    {
      name: 'rare-characters-lost',
      what: 'keeps texts without what is beyond the first 65536 characters',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
    },
    {
      name: 'accents-lost',
      what: 'keeps texts in ASCII',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replace(/[^ -~\n]/g, '?')),
    },
    {
      name: 'backslashes-lost',
      what: 'keeps texts without backslashes',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('\\', '')),
    },
    {
      name: 'quotes-escaped',
      what: 'keeps quotation marks with a backslash before them',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('"', '\\"')),
    },
    {
      name: 'line-ends-lost',
      what: 'keeps texts in one line',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('\n', ' ')),
    },
    {
      name: 'title-cut-at-60',
      what: 'keeps the first 60 characters of a title',
      breaks: ['content/written/title', 'content/written/title-elsewhere'],
      alter: writtenAs('title', (value) => rawIn(value)?.slice(0, 60)),
    },
    {
      name: 'sticky-shown-false-in-lists',
      what: 'shows no post as sticky in the view context',
      breaks: [
        'content/lists/sticky',
        'content/state/listed-as-read',
        'content/state/contexts-agree',
      ],
      alter: field(
        'sticky',
        (one) => ({
          ...one,
          read: (item, view, site) =>
            view.context === 'view' ? false : one.read(item, view, site),
        }),
        ['posts'],
      ),
    },
  ]),
  ...inFamily('batch', [
    {
      name: 'batch-put-not-run',
      what: 'answers PUT and PATCH in a batch without carrying them out',
      breaks: ['content/batch/runs-writes'],
      alter: notRun(({ method }) => method === 'PUT' || method === 'PATCH'),
    },
    {
      name: 'batch-pages-not-run',
      what: 'answers what a batch asks of pages without carrying it out',
      breaks: [
        'content/batch/runs-writes',
        'content/batch/runs-deletes',
        'content/batch/query-in-path',
      ],
      alter: notRun(({ path }) => path.startsWith('/cms/v2/pages')),
    },
    {
      name: 'batch-of-25-refused',
      what: 'takes no more than 24 requests in a batch',
      breaks: ['content/batch/accepts-25'],
      mayBreak: {
        clauses: ['exit code 2'],
        because: 'what is stated of a batch of 25 cannot be judged',
      },
      alter: demanding({ is: '/batch/v1' }, 'requests', { maxItems: 24 }),
    },
  ]),
];
