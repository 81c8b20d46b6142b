import { cellWith } from '../judge/index.ts';
import type { Case, Step } from '../model/index.ts';

/**
 * A case with several comparisons, reduced to the one that judges a step, with its requests; unchanged if it compares
 * all its lists at once.
 */
export function withOneCell(item: Case, id: string): Case {
  const cell = cellWith(item.compared, id);
  if (cell === undefined) return item;
  const needed = ({ id: step, role }: Step) =>
    cell.steps.has(step) || cell.again.has(step) || role === 'setup' || role === 'cleanup';
  const shown = item.steps.find((step) => step.id === id)?.shows;
  return {
    ...item,
    steps: item.steps.filter(needed),
    compared: cell.compared,
    ...(shown && { evidence: shown }),
  };
}
