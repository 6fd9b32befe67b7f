import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { FileChange } from '../../../lib/project/project-service.ts';
import { $commentToShow, $reviewComments } from '../../../lib/stores/window.ts';

/** Selects the file of the requested comment. The request is dropped if that file is not among the changes. */
export function useFileOfComment(changes: readonly FileChange[], select: (path: string) => void): void {
  const toShow = useStore($commentToShow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is gone to once
  useEffect(() => {
    if (toShow === null) return;
    const path = $reviewComments.get().find(({ id }) => id === toShow.id)?.path;
    if (path !== undefined && changes.some((change) => change.path === path)) select(path);
    else $commentToShow.set(null);
  }, [toShow]);
}
