import {
  type Case,
  isMembers,
  type Json,
  type Operation,
  requestTo,
  type Step,
  valueAt,
} from '../../../model/index.ts';
import { from, type Stage, step, withReferences } from '../../../plan/stage.ts';
import { staged } from './writes-steps.ts';
import { EDITS } from './writes-values.ts';

const LOOKS = ['before', 'after'];

/** Cases that read an image before and after it is flipped, or turned by a right angle. */
export function pictureCases(operation: Operation, stage: Stage, slug: string): readonly Case[] {
  return EDITS.flatMap(({ modifiers }, index): readonly Case[] => {
    if (!Array.isArray(modifiers) || !modifiers.every(keepsPixels)) return [];
    const src = isMembers(stage.body) ? (stage.body.src ?? '') : '';
    const request = requestTo(operation.id, stage.path, {}, { src, modifiers });
    const steps = [
      look('before', 'own'),
      step('edit', 'setup', withReferences(request, stage)),
      look('after', 'edit'),
    ];
    return [
      {
        id: `${operation.id}/pixels/${index + 1}`,
        title: 'flips an image, or turns it by a right angle',
        document: operation.document,
        evidence: ['content/media/edit/modifiers'],
        origin: { kind: 'scenario' },
        steps: staged(stage, `${slug}-pixels-${index + 1}`, steps, LOOKS),
      },
    ];
  });
}

function keepsPixels(modifier: Json): boolean {
  const angle = valueAt(modifier, '/args/angle');
  const isTurn = typeof angle === 'number' && angle % 90 === 0;
  return isTurn || valueAt(modifier, '/type') === 'flip';
}

/** Reads the file of an image, as a browser does: without a credential. */
function look(id: string, of: string): Step {
  return step(id, 'probe', {
    ...requestTo('content/index', {}, {}, undefined),
    headers: [['accept', 'image/png, */*;q=0.5']],
    credential: { kind: 'none' },
    raw: { file: from(`${of}#/source_url`) },
  });
}
