import './comments.css';
import { t, tIn } from '../../../lib/i18n/t.ts';
import type { DiffQuote, ReviewComment } from '../../../lib/protocol/review/review-comment.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DiffLines, type ShownLine } from '../../ui/diff/diff-lines.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkIconButton } from '../../ui/project-work/work-icon-button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { CommentForm } from './comment-form.tsx';
import { linesOf, type QuotedLines } from './diff-rows.ts';
import type { QuotePlace } from './place-of-quote.ts';
import { rangeText } from './range-text.ts';
import { shownLines } from './shown-lines.ts';

interface CommentCardProps {
  comment: ReviewComment;
  /** Null if its file is not among the shown changes. */
  place: QuotePlace | null;
  onGone: () => void;
}

/** A comment at its lines, or the form for writing it. */
export function CommentCard({ comment, place, onGone }: CommentCardProps) {
  const lines = linesOf((place ?? comment).quote);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" className="comment-card" aria-label={tIn('of a card', 'Comment on {lines}', { lines: rangeText(lines) })}>
      {comment.typed === null ? (
        <KeptComment comment={comment} place={place} onGone={onGone} />
      ) : (
        <CommentForm comment={comment} lines={lines} onGone={onGone} />
      )}
      {place?.isChanged === true && <ChangedQuote comment={comment} />}
    </div>
  );
}

function KeptComment({ comment: { id, path, quote, text, sentAt }, place, onGone }: CommentCardProps) {
  const actions = useActions('checkpoints');
  const lines = linesOf((place ?? { quote }).quote);
  return (
    <>
      <div className="comment-head" data-comment tabIndex={-1}>
        <Icon name="i-lucide-message-square" size={14} />
        <span className="truncate min-w-0">
          {place === null ? t('{path}, {lines}', { path: visibleName(path), lines: rangeText(lines) }) : rangeTitle(lines)}
        </span>
        {sentAt !== null && <Badge>{t('Sent')}</Badge>}
        <span className="flex-1" />
        {sentAt === null && (
          <WorkIconButton
            icon="i-lucide-pencil"
            iconSize={14}
            label={t('Edit the comment on {lines}', { lines: rangeText(lines) })}
            tip={t('Edit')}
            onClick={() => actions.editComment(id)}
          />
        )}
        <WorkIconButton
          icon="i-lucide-trash-2"
          iconSize={14}
          label={t('Delete the comment on {lines}', { lines: rangeText(lines) })}
          tip={t('Delete')}
          onClick={() => {
            actions.deleteComment(id);
            onGone();
          }}
        />
      </div>
      <p className="comment-words">{text}</p>
    </>
  );
}

/** Formats a range as a title, not for use inside a sentence. */
function rangeTitle({ first, last, isRemoved }: QuotedLines): string {
  if (first === last) return t(isRemoved ? 'Removed line {first}' : 'Line {first}', { first });
  return t(isRemoved ? 'Removed lines {first}–{last}' : 'Lines {first}–{last}', { first, last });
}

/** The quoted lines of a comment whose file has changed since. */
function ChangedQuote({ comment }: Pick<CommentCardProps, 'comment'>) {
  const label = t('Earlier text of {lines}', { lines: rangeText(linesOf(comment.quote)) });
  return (
    <div className="comment-changed">
      <p>{t('The lines have changed since. It was written about:')}</p>
      {/* Wide code can be scrolled by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="comment-quote" tabIndex={0} aria-label={label}>
        <DiffLines lines={numberedLines(comment.quote)} />
      </section>
    </div>
  );
}

/** The most quoted lines that are shown. */
const MOST_SHOWN = 200;

function numberedLines({ start, newStart, rows }: DiffQuote): ShownLine[] {
  let [at, newAt] = [start, newStart];
  return shownLines(rows.slice(0, MOST_SHOWN)).map(({ sign, text }) => {
    if (sign !== '+') at++;
    if (sign !== '-') newAt++;
    return { sign, number: sign === '-' ? at : newAt, text };
  });
}
