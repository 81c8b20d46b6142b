import type { Contract, Validate } from '../../contract/index.ts';
import { TouchstoneError } from '../../model/index.ts';
import type { SiteParts } from './parts.ts';
import { ROUTES } from './routes.ts';
import { type Rules, rulesOf } from './rules.ts';

/** The rules of every operation, by method and route template. */
export interface RuleBook {
  readonly validate: Validate;
  rules(method: string, template: string): Rules;
}

/**
 * Reads the rules of all routes from the contract.
 *
 * @throws TouchstoneError 'contract-broken' if the contract lacks an operation of this site
 */
export function allRules(contract: Contract, parts: SiteParts): RuleBook {
  const operations = new Map(
    contract.operations.map((operation) => [`${operation.method} ${operation.route}`, operation]),
  );
  const book = new Map<string, Rules>();
  for (const { template, actions } of ROUTES) {
    for (const method of Object.keys(actions)) {
      const key = `${method} ${template}`;
      const operation = operations.get(key);
      if (!operation) throw missing(key);
      book.set(key, parts.rules(rulesOf(operation), method, template));
    }
  }
  return {
    validate: contract.validate,
    rules(method, template) {
      const rules = book.get(`${method} ${template}`);
      if (!rules) throw missing(`${method} ${template}`);
      return rules;
    },
  };
}

function missing(key: string): TouchstoneError {
  return new TouchstoneError(
    'contract-broken',
    `the contract has no operation "${key}"`,
    'add it to schemas/content/operations, or take the route out of the reference site',
  );
}
