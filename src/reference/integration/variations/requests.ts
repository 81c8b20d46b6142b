import { refuse } from '../choice.ts';
import { taking } from '../deviation.ts';

/** Requests: sections 4.1, 4.2 and 7. */
export const requestVariations = taking([
  // ---- Requests on which section 4.1 is silent
  {
    name: 'empty-systems-400',
    leaves: '4.1, rule 2: an empty `systems`',
    what: 'refuses an empty list with 400',
    choose: { emptySystems: refuse(400) },
  },
  {
    name: 'empty-systems-422',
    leaves: '4.1, rule 2: an empty `systems`',
    what: 'refuses an empty list with 422',
    choose: { emptySystems: refuse(422) },
  },
  {
    name: 'empty-systems-failure-in-200',
    leaves: '4.1, rule 2: an empty `systems`',
    what: 'reports an empty list in the envelope, under HTTP status 200',
    choose: { emptySystems: refuse(200, 400) },
  },
  {
    name: 'unknown-system-left-out',
    leaves: '4.1, rule 2: an unknown ID',
    what: 'leaves an unknown system out of a success',
    choose: { unknownSystem: 'left-out' },
  },
  {
    name: 'unknown-system-empty-entry',
    leaves: '4.1, rule 2: an unknown ID',
    what: 'returns an empty entry for an unknown system',
    choose: { unknownSystem: 'empty-entry' },
  },
  {
    name: 'unknown-system-null-entry',
    leaves: '4.1, rule 2: an unknown ID',
    what: 'returns null for an unknown system',
    choose: { unknownSystem: 'null-entry' },
  },
  {
    name: 'unknown-system-422',
    leaves: '4.1, rule 2: an unknown ID',
    what: 'refuses an unknown system with 422',
    choose: { unknownSystem: refuse(422) },
  },
  {
    name: 'unknown-system-failure-in-200',
    leaves: '4.1, rule 2: an unknown ID',
    what: 'reports an unknown system in the envelope, under HTTP status 200',
    choose: { unknownSystem: refuse(200, 404) },
  },
  {
    name: 'missing-systems-422',
    leaves: '4.1, rule 2: a missing `systems`',
    what: 'refuses a body without systems with 422',
    choose: { missingSystems: refuse(422) },
  },
  {
    name: 'missing-systems-failure-in-200',
    leaves: '4.1, rule 2: a missing `systems`',
    what: 'reports missing systems in the envelope, under HTTP status 200',
    choose: { missingSystems: refuse(200, 400) },
  },
  {
    name: 'missing-systems-as-empty',
    leaves: '4.1, rule 2: a missing `systems`',
    what: 'takes a body without systems for an empty list',
    choose: { missingSystems: 'as-empty' },
  },
  {
    name: 'not-json-415',
    leaves: '4.1, rule 2: a body that is not JSON',
    what: 'refuses a body that is not JSON with 415',
    choose: { notJson: refuse(415) },
  },
  {
    name: 'not-json-501',
    leaves: '4.1, rule 2: a body that is not JSON',
    what: 'says that it does not support a body that is not JSON',
    choose: { notJson: refuse(501) },
  },
  {
    name: 'not-json-as-empty',
    leaves: '4.1, rule 2: a body that is not JSON',
    what: 'takes a body that is not JSON for an empty list',
    choose: { notJson: 'as-empty' },
  },
  {
    name: 'not-object-422',
    leaves: '7: malformed requests',
    what: 'refuses JSON that is no object with 422',
    choose: { notObject: refuse(422) },
  },
  {
    name: 'not-object-as-empty',
    leaves: '7: malformed requests',
    what: 'takes JSON that is no object for an empty list',
    choose: { notObject: 'as-empty' },
  },
  {
    name: 'malformed-500',
    leaves: '7: malformed requests',
    what: 'breaks down at systems of another type, with 500',
    choose: { malformed: refuse(500) },
  },
  {
    name: 'malformed-422',
    leaves: '7: malformed requests',
    what: 'refuses systems of another type with 422',
    choose: { malformed: refuse(422) },
  },
  {
    name: 'malformed-501',
    leaves: '7: malformed requests, any other status',
    what: 'says that it does not support systems of another type',
    choose: { malformed: refuse(501) },
  },
  {
    name: 'malformed-failure-in-200',
    leaves: '7: malformed requests',
    what: 'reports systems of another type in the envelope, under HTTP status 200',
    choose: { malformed: refuse(200, 400) },
  },
  {
    name: 'single-system-as-list',
    leaves: '7: malformed requests that are read leniently',
    what: 'takes a single string for a list of one',
    choose: { singleSystem: 'as-list' },
  },
  {
    name: 'number-as-system-id',
    leaves: '2.1, 7: malformed requests that are read leniently',
    what: 'takes a number for the string of its digits',
    choose: { numberId: 'as-string' },
  },
  {
    name: 'surplus-members-400',
    leaves: '4.1: members other than `systems`',
    what: 'refuses members other than systems',
    choose: { surplusMembers: refuse(400) },
  },
  {
    name: 'no-content-type-415',
    leaves: '4.1, rule 3: content type',
    what: 'refuses a body without content type',
    choose: { noContentType: refuse(415) },
  },
  {
    name: 'other-content-type-415',
    leaves: '4.1, rule 3: content type',
    what: 'refuses content types other than JSON with 415',
    choose: { otherContentType: refuse(415) },
  },
  {
    name: 'other-content-type-400',
    leaves: '4.1, rule 3: content type',
    what: 'refuses content types other than JSON with 400',
    choose: { otherContentType: refuse(400) },
  },
  {
    name: 'eight-systems-at-most',
    leaves: '8: size limit of `systems`',
    what: 'refuses more than eight systems with 413',
    choose: { systemsLimit: { most: 8, refusal: refuse(413) } },
  },
  {
    name: 'hundred-systems-at-most',
    leaves: '8: size limit of `systems`',
    what: 'refuses more than a hundred systems with 400',
    choose: { systemsLimit: { most: 100, refusal: refuse(400) } },
  },

  // ---- Other requests: sections 4.2 and 7
  {
    name: 'undefined-parameters-400',
    leaves: '4.2: parameters that are not defined',
    what: 'refuses parameters that are not defined',
    choose: { undefinedParameters: refuse(400) },
  },
  {
    name: 'other-method-404',
    leaves: '7: other statuses',
    what: 'answers other methods with 404',
    choose: { otherMethod: refuse(404) },
  },
  {
    name: 'other-method-served',
    leaves: '7: other statuses',
    what: 'answers other methods as if they were right',
    choose: { otherMethod: 'served' },
  },
  {
    name: 'head-served',
    leaves: '7: other statuses',
    what: 'answers HEAD as GET without its body',
    choose: { head: 'served' },
  },
  {
    name: 'options-told',
    leaves: '7: other statuses',
    what: 'answers OPTIONS with 204 and the allowed methods',
    choose: { options: 'reported' },
  },
  {
    name: 'other-route-400',
    leaves: '7: other statuses',
    what: 'answers other routes with 400',
    choose: { otherRoute: refuse(400) },
  },
]);
