import { choice } from './choice.ts';

export const routeChoices = {
  'batch-status': choice('4.2', 'the status of a batch', {
    multi: '207',
    ok: '200',
  }),
  'batch-unfit': choice('4.2', 'a batch member whose route may not be batched', {
    member: 'an error in its place',
    whole: 'the whole batch is refused',
  }),
  'batch-pace': choice('8', 'how many members of a batch are carried out at once', {
    all: 'all of them',
    'too-many': 'two, and those after them are answered with 429',
    unavailable: 'two, and those after them are answered with 503',
  }),
  'batch-invalid': choice('4.2', 'a batch that require-all-validate stops', {
    listed: 'answered with the complaints in place',
    refused: 'refused with 400',
    run: 'the valid ones are carried out all the same',
  }),
  'embed-unknown': choice('4.2', 'embed data for an address of nobody’s', {
    'not-found': '404',
    'bad-request': '400',
  }),
  'embed-sizes': choice('4.2', 'the width of an embed', {
    capped: 'maxwidth, kept between 200 and 600',
    given: 'maxwidth',
  }),
  'embed-token': choice('4.2', 'whether the markup of an embed differs from call to call', {
    none: 'no',
    random: 'yes, by a token',
  }),
  'login-answer': choice('5', 'what the sign-on login answers', {
    link: 'where to sign on',
    redirect: '302 to that place',
  }),
  'logged-answer': choice('5', 'the shape of the sign-on answers', {
    object: 'an object',
    boolean: 'true or false',
  }),
  'plugin-login': choice('5', 'whether the cache plugin needs a login', {
    login: 'yes',
    open: 'no',
  }),
  'index-help': choice('2.1', 'further members of the index', {
    none: 'none',
    some: '`site_logo` and `_links`',
  }),
  'site-address': choice('2.1', 'which address of the site its index gives', {
    own: '`url` and `home` are where the interface is reached',
    public: 'both are https and another host, as behind a proxy; the pages are there too',
    apart: '`home` is another folder than `url`, and both end in a slash',
  }),
  'index-routes': choice('4.2', 'routes of the index beyond those shown', {
    shown: 'none',
    more: 'the item route of navigation, and one of a namespace that is only named',
  }),
  'index-defaults': choice('2.1', 'args entries that only say what goes without saying', {
    terse: '`required` is left out where false',
    wordy: '`required` is always there',
  }),
  'index-ids': choice('4.2', 'whether writes list an ID that their row does not give them', {
    listed: 'yes',
    unlisted: 'no: neither writes of global styles nor autosaves of templates',
  }),
  head: choice('4', 'the method HEAD', {
    answer: 'as GET, without a body',
    refuse: 'as any method that the route has not',
  }),
  options: choice('4', 'the method OPTIONS', {
    describe: 'the route’s entry of the index',
    refuse: 'as any method that the route has not',
  }),
} as const;
