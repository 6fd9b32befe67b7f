import { t, tIn } from '../../../lib/i18n/t.ts';
import { effectOf } from '../../../lib/protocol/effect-of.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { countLines, deniedText, fieldOf, type StepView, textOf } from './step-view.ts';

/** Whether the write created the file, as the tool reports it; false while that is unknown. */
export function isNewFile(step: StepView): boolean {
  return fieldOf(step.output, 'created') === true;
}

export function fileVerb(step: StepView): string {
  switch (step.state) {
    case 'streaming':
    case 'executing':
      return t('Writing');
    case 'validating':
    case 'scheduled':
    case 'awaiting_approval':
      return tIn('of a file', 'Write');
    case 'success':
      return isNewFile(step) ? t('Created') : t('Changed');
    case 'error':
      return step.errorCode === 'denied' ? deniedText(step) : t('Not written');
    case 'cancelled':
      return t('Cancelled');
  }
}

interface LineCounts {
  added: number | null;
  removed: number | null;
}

/** Counts the lines that the edits of a file add and remove. */
function editCounts(edits: readonly JsonValue[]): LineCounts {
  let added = 0;
  let removed = 0;
  for (const edit of edits) {
    added += countLines(textOf(edit, 'replace'));
    removed += countLines(textOf(edit, 'find'));
  }
  return { added, removed };
}

/** Returns the added and removed lines; a count is null if it is unknown. */
export function fileCounts(step: StepView): LineCounts {
  const diff = effectOf(step.effects ?? [], 'file-modified')?.diff;
  if (diff !== undefined) return { added: diff.added, removed: diff.removed };
  const edits = fieldOf(step.input, 'edits');
  if (Array.isArray(edits)) return editCounts(edits);
  const isGrowing = step.state === 'streaming' || step.state === 'executing';
  if (isGrowing || isNewFile(step)) return { added: countLines(textOf(step.input, 'content')), removed: null };
  return { added: null, removed: null };
}
