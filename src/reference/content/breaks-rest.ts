import type { Broken } from './deviation.ts';

const index = (...parts: readonly string[]): Broken => ({
  breaks: parts.map((part) => `content/index/${part}`),
});

const batch = (...parts: readonly string[]): Broken => ({
  breaks: parts.map((part) => `content/batch/${part}`),
});

/** What is broken by faults in the index, in batches and in images, and by those that come and go. */
export const brokenByRest: { readonly [fault: string]: Broken } = {
  // ---- authentication ----------------------------------------------------------------------------------
  'authentication-empty': index('one-authentication-method'),
  'authentication-as-list': index('authentication'),
  'authentication-other-method': index('one-authentication-method'),
  'authorization-address-elsewhere': index('authorization-endpoint'),
  'authorization-host-elsewhere': index('authorization-endpoint'),
  'authorization-address-deeper': index('authorization-endpoint'),

  // ---- the index ---------------------------------------------------------------------------------------
  ...Object.fromEntries(
    [
      'name',
      'description',
      'url',
      'home',
      'gmt-offset',
      'timezone-string',
      'page-for-posts',
      'page-on-front',
      'show-on-front',
      'namespaces',
      'routes',
    ].map((name): readonly [string, Broken] => [`index-${name}-missing`, index(name)]),
  ),
  'gmt-offset-as-number': index('gmt-offset'),
  'page-on-front-as-text': index('page-on-front'),
  'namespaces-as-object': index('namespaces'),
  'namespace-not-listed': index('namespaces-listed'),
  'abilities-not-listed': index('other-namespaces-listed'),
  'index-as-list': index('object'),
  'route-missing-posts': index('routes-listed'),
  'route-missing-batch': index('routes-listed'),
  'route-missing-lookup': index('routes-listed'),
  'route-as-list': index('route', 'routes-listed'),
  'route-without-namespace': index('route/namespace'),
  'route-without-methods': index('route/methods'),
  'route-without-endpoints': index('route/endpoints'),
  'route-without-link': index('route/links'),
  'link-as-text': index('route/links-form', 'route/links'),
  'route-methods-lack-one': index('route-methods'),
  'route-in-other-namespace': index('route-namespaces'),
  'endpoint-without-methods': index('endpoint/methods'),
  'allow-batch-as-boolean': index('endpoint/allow-batch'),
  'args-as-text': index('endpoint/args'),
  'args-as-list': index('parameters-listed'),
  'per-page-maximum-wrong': index('parameter-maximum'),
  'per-page-default-wrong': index('parameter-default'),
  'page-minimum-missing': index('parameter-minimum'),
  'orderby-value-missing': index('parameter-enum'),
  'pages-orderby-lacks-menu-order': index('parameter-enum'),
  'order-default-wrong': index('parameter-default'),
  'status-default-wrong': index('parameter-default'),
  'author-type-wrong': index('parameter-type'),
  'requests-not-required': index('parameter-required'),
  'template-slug-not-required': index('parameter-required'),
  'url-format-missing': index('parameter-format'),
  'include-items-wrong': index('parameter-items'),
  'format-items-not-unique': index('parameter-unique-items'),
  'slug-length-missing': index('parameter-length'),
  'slug-pattern-missing': index('parameter-pattern'),
  'batch-size-missing': index('parameter-item-count'),
  'rotation-bound-wrong': index('parameter-exclusive-bounds'),
  'title-members-missing': index('parameter-members'),
  'sticky-arg-missing': index('parameters-listed'),
  'posts-not-batchable': index('batchable'),
  'pages-batch-unsaid': index('batchable'),
  'global-styles-batchable': index('not-batchable'),

  // ---- batches -----------------------------------------------------------------------------------------
  // Which answer is whose is told by the order alone, so that it also tells the wrong outcome.
  'batch-answers-reversed': batch('answer-order', 'as-singly'),
  'batch-last-answer-missing': batch('answer-each'),
  'batch-stops-at-first': batch('isolation'),
  'batch-checked-not-done': batch(
    'runs-writes',
    'runs-deletes',
    'runs-25',
    'answer-order',
    'as-singly',
  ),
  'batch-validation-default-all': batch('validation-default'),
  'batch-all-or-none': batch('isolation'),
  'batch-deletes-not-run': batch('runs-deletes'),
  'batch-method-default-patch': batch('method-default'),
  'batch-member-run-in-part': batch('invalid-not-run', 'as-singly'),
  'batch-oversize-run': batch('oversize-not-run'),
  'batch-half-run': batch('runs-25'),
  'batch-says-all-well': batch('as-singly'),
};
