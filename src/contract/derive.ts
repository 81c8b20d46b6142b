import {
  type Clause,
  type ClauseSource,
  type MutatedRule,
  type Operation,
  recordsOf,
} from '../model/index.ts';
import { reasonAgainst } from './reach.ts';
import { type RequestRule, rulesOf } from './rules.ts';
import { idToken, kebab } from './words-of-ids.ts';

/** The id of the clause about refusing a violation, such as `content/posts/list/query/per-page/maximum`. */
export function refusalId(operation: string, rule: MutatedRule): string {
  const path = rule.pointer
    .split('/')
    .filter((token) => token !== '')
    .map(idToken);
  return [operation, rule.part, ...path, kebab(rule.keyword)].join('/');
}

/**
 * Returns true if a violation can be judged by itself: not for read-only members, rules inside a choice, and points
 * that the document leaves open.
 */
export function isRefusable({ body }: Operation, rule: RequestRule): boolean {
  const open = (rule.part === 'body' && body?.open) || [];
  return (
    rule.within === undefined &&
    rule.readOnly === undefined &&
    !open.some(({ pointer, keyword }) => rule.pointer === pointer && rule.keyword === keyword)
  );
}

/** The row with the member, and the row of the operation if that is another. */
function sourceOf({ source, body }: Operation, { part }: RequestRule): ClauseSource {
  if (part !== 'body' || body?.source === undefined) return source;
  const { section, rule } = body.source;
  const also = `also ${source.section}${source.rule ? `, ${source.rule}` : ''}`;
  return { section, rule: rule ? `${rule}; ${also}` : also };
}

/**
 * Clauses that follow from an operation's schemas: a request that violates one rule is refused. They are `implied`: the
 * document states the rule, but shows no answer. Rules listed as open have no clause; those that cannot be violated by
 * themselves give a reason.
 */
export function deriveClauses(operation: Operation): readonly Clause[] {
  const rules = rulesOf(operation);
  const placeOf = ({ part, pointer }: RequestRule): string => `${part} ${pointer}`;
  const required = new Set(rules.filter(({ keyword }) => keyword === 'required').map(placeOf));
  return rules
    .filter((rule) => isRefusable(operation, rule))
    .map((rule) => {
      const untestable = reasonAgainst(rule, recordsOf(operation), required.has(placeOf(rule)));
      return {
        id: refusalId(operation.id, rule),
        document: operation.document,
        level: 'implied',
        source: sourceOf(operation, rule),
        states: `A request whose ${rule.part} breaks \`${rule.keyword}\` at \`${rule.pointer}\` is refused.`,
        operations: [operation.id],
        on: 'refusal',
        judged: [{ check: 'refused', with: {} }],
        derived: 'request',
        ...(untestable !== undefined && { untestable }),
      };
    });
}

/** Names that differ only in signs and the case of letters, such as `limit` and `Limit`, share their derived clauses. */
export function firstOfEachId(...derived: readonly (readonly Clause[])[]): readonly Clause[] {
  const ids = new Set<string>();
  return derived.flat().filter(({ id }) => ids.size < ids.add(id).size);
}
