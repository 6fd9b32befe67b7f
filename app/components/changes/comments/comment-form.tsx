import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { ReviewComment } from '../../../lib/protocol/review/review-comment.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import type { QuotedLines } from './diff-rows.ts';
import { rangeText } from './range-text.ts';

interface CommentFormProps {
  comment: ReviewComment;
  lines: QuotedLines;
  /** Called when the comment is no longer shown and nothing replaces it. */
  onGone: () => void;
}

/** Form for writing or changing a comment: Ctrl/Cmd+Enter saves it, Escape cancels. */
export function CommentForm({ comment: { id, path, text, typed }, lines, onGone }: CommentFormProps) {
  const actions = useActions('checkpoints');
  // The field keeps its own copy: a store that updates with a delay would move the caret.
  const [value, setValue] = useState(typed ?? text);
  const isNew = text === '';
  const isEmpty = value.trim() === '';
  function keep(event?: FormEvent) {
    event?.preventDefault();
    if (!isEmpty) actions.keepComment(id);
  }
  function cancel() {
    actions.cancelComment(id);
    if (isNew) onGone();
  }
  function onKeyDown(event: KeyboardEvent) {
    const isTaken = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (!isTaken || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') cancel();
    else keep();
  }
  return (
    <form className="comment-form" onSubmit={keep}>
      <textarea
        className="field comment-field"
        aria-label={t('Comment on {lines} of {path}', { lines: rangeText(lines), path: visibleName(path) })}
        placeholder={t('What should the agent do here?')}
        rows={2}
        data-comment
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          actions.typeComment(id, event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="comment-buttons">
        <WorkButton size={24} type="submit" disabled={isEmpty} aria-keyshortcuts="Control+Enter">
          {isNew ? t('Add comment') : t('Save comment')}
        </WorkButton>
        <Button variant="ghost" size={24} onClick={cancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
