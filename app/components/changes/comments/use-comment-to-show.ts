import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { LineNote } from '../../../lib/editor/create-diff-view.ts';
import { $commentToShow } from '../../../lib/stores/window.ts';
import type { PlacedComment } from './use-file-comments.ts';

/** Scrolls to the requested comment and focuses it, or its field if it is being edited. */
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
