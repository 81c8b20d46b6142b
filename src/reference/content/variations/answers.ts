import { choice } from './choice.ts';

export const answerChoices = {
  'json-label': choice('4.2', 'response bodies: how JSON is labelled', {
    charset: 'application/json; charset=UTF-8',
    bare: 'application/json',
  }),
  layout: choice('4.2', 'response bodies: white space in JSON', {
    compact: 'none',
    indented: 'two spaces a level',
  }),
  'extra-members': choice('2.4', 'fields of returned records beyond those named', {
    none: 'none',
    some: 'every record has a member of the site’s own',
  }),
  'links-member': choice('2.4', 'whether records carry links', {
    present: 'a `_links` member',
    absent: 'no such member',
  }),
  'created-status': choice('7', 'the status of a creation', {
    created: '201',
    ok: '200',
  }),
  location: choice('7', 'whether a creation says where', {
    present: 'a Location header',
    absent: 'no such header',
  }),
  'deleted-answer': choice('4.2', 'what deleting for good answers', {
    previous: '`deleted` and the `previous` record',
    record: 'the record as it was',
    empty: '204 and no body',
  }),
  'trashed-answer': choice('4.2', 'what trashing answers', {
    record: 'the record, now in trash',
    wrapped: '`deleted` false and the record as `previous`',
  }),
  'date-spelling': choice('2.2', 'whether returned dates show an offset', {
    local: 'without an offset',
    offset: 'with one',
  }),
  'site-zone': choice('2.1', 'the timezone of the site', {
    gmt: 'GMT',
    ahead: 'two hours ahead of it',
    behind: 'five and a half hours behind it',
    seasons: 'an hour ahead, two in summer, but not in years that are far from now',
  }),
  allow: choice('7', 'whether answers tell the methods of their route', {
    present: 'an Allow header',
    absent: 'no such header',
  }),
  caching: choice('7', 'headers about caching', {
    none: 'none',
    'no-store': 'Cache-Control: no-store on everything',
  }),
  origin: choice('7', 'headers about cross-origin use', {
    none: 'none',
    open: 'Access-Control-Allow-Origin: *',
  }),
} as const;
