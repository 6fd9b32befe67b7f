import { t } from '../../../lib/i18n/t.ts';
import type { ReviewComment } from '../../../lib/protocol/review/review-comment.ts';
import { $commentToShow } from '../../../lib/stores/window.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { CommentCard } from './comment-card.tsx';
import { linesOf } from './diff-rows.ts';
import type { QuotePlace } from './place-of-quote.ts';
import type { QuotePlaces } from './quote-places.ts';
import { rangeText } from './range-text.ts';

interface CommentListProps {
  comments: readonly ReviewComment[];
  placeOf: QuotePlaces;
}

/** All comments of the chat, with links to them. Comments on files that are not among the changes are shown here. */
export function CommentList({ comments, placeOf }: CommentListProps) {
  return (
    <ul className="comment-list" aria-label={t('Comments')}>
      {comments.map((comment) => {
        const place = placeOf(comment);
        return (
          <li key={comment.id}>
            {place === null ? (
              <>
                <p className="comment-elsewhere">{t('Not among the changes that are shown')}</p>
                <CommentCard comment={comment} place={null} onGone={() => undefined} />
              </>
            ) : (
              <CommentLink comment={comment} place={place} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function CommentLink({ comment: { id, path, text, sentAt }, place }: { comment: ReviewComment; place: QuotePlace }) {
  return (
    <button type="button" className="comment-link focus-inset" onClick={() => $commentToShow.set({ id })}>
      <Icon name="i-lucide-message-square" size={14} className="c-text-3" />
      <span className="comment-link-place">
        {t('{path}, {lines}', { path: visibleName(path), lines: rangeText(linesOf(place.quote)) })}
      </span>
      <span className="truncate min-w-0 flex-1">{text}</span>
      {place.isChanged && <Badge tone="yellow">{t('Lines changed since')}</Badge>}
      {sentAt !== null && <Badge>{t('Sent')}</Badge>}
    </button>
  );
}
