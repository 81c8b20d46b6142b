import { cellWith } from '../judge/index.ts';
import type { Case, Step } from '../model/index.ts';

/**
 * A case that compares many lists, with the comparison alone that judges a step, and the requests that it takes; the
 * case as it is where it compares all of its lists at once.
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
