import { t } from '../../../lib/i18n/t.ts';
import { useMemo } from 'react';
import type { FileChange } from '../../../lib/project/project-service.ts';
import { CommentButton } from './comment-button.tsx';
import { rangeText } from './range-text.ts';
import { diffRows, linesOf, quoteOf } from './diff-rows.ts';
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
  return quote === null ? null : <CommentButton name={t('Comment on {lines}', { lines: rangeText(linesOf(quote)) })} onClick={() => onOpen(chosen)} />;
}
