import { choice } from './choice.ts';

export const loginChoices = {
  'unauthenticated-status': choice('5', 'the status of a call that needs a login and has none', {
    unauthorised: '401',
    forbidden: '403',
  }),
  challenge: choice('5', 'whether such an answer names the scheme', {
    present: 'a WWW-Authenticate header',
    absent: 'no such header',
  }),
  'order-of-checks': choice('5', 'which comes first where both would refuse', {
    login: 'the login',
    parameters: 'the parameters',
  }),
  'published-reads': choice('5', 'whether reading what is published needs a login', {
    open: 'no',
    login: 'yes',
  }),
  writes: choice('5', 'whether writing needs a login', {
    login: 'yes',
    open: 'no',
  }),
  'bad-credential': choice('5', 'a wrong credential on a route that needs none', {
    refuse: 'refused',
    ignore: 'as if it were absent',
  }),
  'edit-without-login': choice('5', 'the edit context without a login', {
    refuse: 'refused',
    view: 'the view context instead',
  }),
  'hidden-item': choice('5', 'an unpublished item without a login', {
    refuse: 'refused as needing a login',
    missing: 'answered as without a credential',
  }),
  'hidden-status': choice('5', 'a list of an unpublished status without a login', {
    refuse: 'refused',
    empty: 'nothing of that status is shown',
  }),
  'edit-lists': choice('5', 'what a list shows in the edit context to those logged in', {
    all: 'all that it shows in view',
    own: 'only what they wrote themselves',
    'own-of-the-page': 'of each page of the list only what they wrote themselves',
  }),
  'menu-reads': choice('5', 'reading menu items', {
    open: 'open',
    login: 'needs a login',
  }),
  'template-reads': choice('5', 'reading templates, template parts and global styles', {
    open: 'open',
    login: 'needs a login',
  }),
  'revision-reads': choice('5', 'reading revisions and autosaves', {
    login: 'needs a login',
    open: 'open for what is published',
  }),
} as const;
