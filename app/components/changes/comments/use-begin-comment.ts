import type { FileChange } from '../../../lib/project/project-service.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { type CommentTarget, diffRows, quoteOf } from './diff-rows.ts';

/** Opens the form for a comment on a part of the change. */
export function useBeginComment(change: FileChange): (target: CommentTarget) => void {
  const actions = useActions('checkpoints');
  return (target) => {
    const quote = quoteOf(diffRows(change), target);
    if (quote !== null) actions.beginComment(change.path, quote);
  };
}
