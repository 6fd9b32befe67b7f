import { useMemo } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import { CommentButton } from './comment-button.tsx';
import { diffRows, linesOf, quoteOf } from './diff-rows.ts';
import { rangeText } from './range-text.ts';
import type { ChosenTarget } from './use-line-choice.ts';

interface ChosenButtonProps {
  change: FileChange;
  chosen: ChosenTarget;
  onOpen: (target: ChosenTarget) => void;
}

/** The comment button at the end of the selected lines. */
export function ChosenButton({ change, chosen, onOpen }: ChosenButtonProps) {
  const rows = useMemo(() => diffRows(change), [change]);
  const quote = quoteOf(rows, chosen);
  return quote === null ? null : (
    <CommentButton name={t('Comment on {lines}', { lines: rangeText(linesOf(quote)) })} onClick={() => onOpen(chosen)} />
  );
}
