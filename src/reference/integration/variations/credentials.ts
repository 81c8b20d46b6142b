import { refuse } from '../choice.ts';
import { taking } from '../deviation.ts';

/** Credentials: section 5. */
export const credentialVariations = taking([
  {
    name: 'challenge-header',
    leaves: '5, 2.6: headers of the 401',
    what: 'sends WWW-Authenticate with a 401',
    choose: { challenge: 'bearer' },
  },
  {
    name: 'other-denial-message',
    leaves: '2.6: the text of `message`',
    what: 'words the authentication error otherwise',
    choose: { denialMessage: 'Unauthenticated.' },
  },
  {
    name: 'empty-denial-message',
    leaves: '2.6: the text of `message`',
    what: 'leaves the message of the authentication error empty',
    choose: { denialMessage: '' },
  },
  {
    name: 'denial-with-more-members',
    leaves: '2.6: whether there are further members',
    what: 'adds members to the authentication error',
    choose: { denialExtras: { error: 'invalid_token', trace: '5f0e', errors: [] } },
  },
  {
    name: 'validates-before-authenticating',
    leaves: '5, 7: which fault of two is reported',
    what: 'looks at the request before it looks at the credential',
    choose: { first: 'request' },
  },
  {
    name: 'no-credential-403',
    leaves: '5, rule 4: other causes of a 401',
    what: 'answers a call without credential with 403',
    choose: { noCredential: refuse(403) },
  },
  {
    name: 'no-credential-400',
    leaves: '5, rule 4: other causes of a 401',
    what: 'answers a call without credential with 400',
    choose: { noCredential: refuse(400) },
  },
  {
    name: 'no-credential-served',
    leaves: '5, rule 4: other causes of a 401',
    what: 'carries out a call without credential',
    choose: { noCredential: 'serve' },
  },
  {
    name: 'odd-credential-400',
    leaves: '5, rule 4: other causes of a 401',
    what: 'answers a credential of another form with 400',
    choose: { malformedCredential: refuse(400) },
  },
  {
    name: 'scheme-case-matters',
    leaves: '5, rule 1: the case of the scheme',
    what: 'takes the scheme as Bearer only, not as bearer',
    choose: { schemeCase: 'exact' },
  },
  {
    name: 'spaces-after-scheme',
    leaves: '5, rule 1: the space after the scheme',
    what: 'takes several spaces after the scheme',
    choose: { schemeSpaces: 'any' },
  },
  {
    name: 'token-without-scheme',
    leaves: '5, rule 4: other causes of a 401',
    what: 'takes its token without a scheme',
    choose: { nakedToken: 'taken' },
  },
]);
