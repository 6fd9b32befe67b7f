import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { LineNote } from '../../../lib/editor/create-diff-view.ts';
import { $commentToShow } from '../../../lib/stores/review.ts';
import type { PlacedComment } from './use-file-comments.ts';

/** Brings the comment that is to be shown into view, and the keyboard into it: into its field where it is being written. */
export function useCommentToShow(placed: readonly PlacedComment[], reveal: (note: LineNote) => Promise<void> | undefined): void {
  const toShow = useStore($commentToShow);
  useEffect(() => {
    const note = placed.find(({ comment }) => comment.id === toShow?.id)?.note;
    if (note === undefined) return;
    $commentToShow.set(null);
    const show = async () => {
      await reveal(note);
      note.element.querySelector<HTMLElement>('[data-comment]')?.focus({ preventScroll: true });
    };
    void show();
  });
}
