import type { Clause, ClauseSource, MutatedRule, Operation } from '../model/index.ts';
import { reasonAgainst } from './reach.ts';
import { type RequestRule, rulesOf } from './rules.ts';
import { idToken, kebab } from './words-of-ids.ts';

/**
 * The id of the clause that says a breach of this rule is refused, such as
 * `content/posts/list/query/per-page/maximum`.
 */
export function refusalId(operation: string, rule: MutatedRule): string {
  const path = rule.pointer
    .split('/')
    .filter((token) => token !== '')
    .map(idToken);
  return [operation, rule.part, ...path, kebab(rule.keyword)].join('/');
}

/**
 * Returns true if a breach of the rule is something to be told by itself: not of a member that is read only,
 * not inside a choice, and not left open by the document.
 */
export function isRefusable({ body }: Operation, rule: RequestRule): boolean {
  const open = (rule.part === 'body' && body?.open) || [];
  return (
    rule.within === undefined &&
    rule.readOnly === undefined &&
    !open.some(({ pointer, keyword }) => rule.pointer === pointer && rule.keyword === keyword)
  );
}

/** The row that gives the member, and the row of the operation where that is another. */
function sourceOf({ source, body }: Operation, { part }: RequestRule): ClauseSource {
  if (part !== 'body' || body?.source === undefined) return source;
  const { section, rule } = body.source;
  const also = `also ${source.section}${source.rule ? `, ${source.rule}` : ''}`;
  return { section, rule: rule ? `${rule}; ${also}` : also };
}

/**
 * The clauses that follow from an operation's schemas: a request that breaks one rule is refused.
 * They are `implied`: the document states the rule, but shows no answer to a breach. Rules that the
 * operation lists as open have no such clause; those that no request can break alone say why.
 */
export function deriveClauses(operation: Operation): readonly Clause[] {
  return rulesOf(operation)
    .filter((rule) => isRefusable(operation, rule))
    .map((rule) => {
      const untestable = reasonAgainst(rule);
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
