import { useStore } from '@nanostores/react';
import { useMemo, useRef } from 'react';
import type { LineNote } from '../../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { DiffQuote, ReviewComment } from '../../../lib/protocol/review/review-comment.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $reviewComments } from '../../../lib/stores/window.ts';
import { linesOf } from './diff-rows.ts';
import type { QuotePlace } from './place-of-quote.ts';
import { quotePlaces } from './quote-places.ts';

/** A comment with the place of its lines in the shown change. */
export interface PlacedComment {
  comment: ReviewComment;
  place: QuotePlace;
  note: LineNote;
}

/** The comments of the open chat, in order. */
export function useChatComments(): readonly ReviewComment[] {
  const comments = useStore($reviewComments);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  return useMemo(() => comments.filter((comment) => comment.chatId === chatId), [comments, chatId]);
}

/** The comments on a file, each with its own element at its lines. */
export function useFileComments(change: FileChange): readonly PlacedComment[] {
  const all = useChatComments();
  const elements = useRef(new Map<string, HTMLElement>());
  const comments = useMemo(() => all.filter(({ path }) => path === change.path), [all, change.path]);
  const placeOf = useMemo(() => quotePlaces([change]), [change]);
  return useMemo(() => {
    const elementOf = (id: string) => {
      const element = elements.current.get(id) ?? document.createElement('div');
      elements.current.set(id, element);
      return element;
    };
    return comments.flatMap((comment) => {
      const place = placeOf(comment);
      return place === null ? [] : [{ comment, place, note: noteAt(place.quote, elementOf(comment.id)) }];
    });
  }, [comments, placeOf]);
}

function noteAt(quote: DiffQuote, element: HTMLElement): LineNote {
  const { last, isRemoved } = linesOf(quote);
  return isRemoved ? { line: quote.newStart, side: 'above', element } : { line: last - 1, side: 'below', element };
}

/** Returns the same list until a note is added, removed or moved: a view renders all notes again for a new list. */
export function useStableNotes(placed: readonly PlacedComment[]): readonly LineNote[] {
  const key = placed.map(({ comment, note }) => `${comment.id} ${note.side} ${note.line}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  return useMemo(() => placed.map(({ note }) => note), [key]);
}
