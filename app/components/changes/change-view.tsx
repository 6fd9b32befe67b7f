import './change-view.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { createDiffView, type DiffLayout, type DiffView, type HunkHead } from '../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { DiffHost } from '../ui/diff/diff-host.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { changesText } from './changes-text.ts';
import { ChosenButton } from './comments/chosen-button.tsx';
import { CommentCard } from './comments/comment-card.tsx';
import { commentsText } from './comments/comments-text.ts';
import { useBeginComment } from './comments/use-begin-comment.ts';
import { useCommentToShow } from './comments/use-comment-to-show.ts';
import { useFileComments, useStableNotes } from './comments/use-file-comments.ts';
import { type ChosenTarget, useLineChoice } from './comments/use-line-choice.ts';
import { FileHead } from './file-head.tsx';
import { HunkRow } from './hunk-row.tsx';
import type { ReviewedFile } from './use-reviewed-files.ts';

interface ChangeViewProps {
  file: ReviewedFile;
  source: ChangeSource;
  layout: DiffLayout;
}

/** The hunks of the change, with what has become of each; asked for again when the change has been. */
function useHunks(change: FileChange, source: ChangeSource): readonly PastHunk[] {
  const actions = useActions('checkpoints');
  const [hunks, setHunks] = useState<readonly PastHunk[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // A file that was made or removed goes back as a whole.
    const found = change.kind === 'modified' ? actions.listHunks(source, change.path) : Promise.resolve([]);
    void found.then((listed) => isCurrent && setHunks(listed));
    return () => {
      isCurrent = false;
    };
  }, [actions, change, source]);
  return hunks;
}

/** Of what lines are chosen with in the text. */
const KEYS_HINT_ID = 'diff-keys';

/** The difference of one file; it and each hunk of it can be kept, taken back or commented on, and any lines of it commented on. */
export function ChangeView({ file, source, layout }: ChangeViewProps) {
  const { change } = file;
  const { path, before, after } = change;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  const hunks = useHunks(change, source);
  const heads = useMemo(() => hunks.map(({ newStart }): HunkHead => ({ line: newStart, element: document.createElement('div') })), [hunks]);
  const placed = useFileComments(change);
  const notes = useStableNotes(placed);
  const begin = useBeginComment(change);
  const { chosen, choice } = useLineChoice(KEYS_HINT_ID, openChosen);
  function openChosen(target: ChosenTarget) {
    begin(target);
    view.current?.leaveChoice();
  }
  useEffect(() => {
    if (!host.current) return undefined;
    view.current = createDiffView(host.current, { path, before, after }, layout, choice);
    return () => view.current?.destroy();
  }, [path, before, after, layout, choice]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view that was made again has no heads
  useEffect(() => view.current?.showHeads(heads), [heads, path, before, after, layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and no notes
  useEffect(() => view.current?.showNotes(notes), [notes, path, before, after, layout]);
  useCommentToShow(placed, (note) => view.current?.reveal(note));
  return (
    <div className="change-view">
      <FileHead file={file} source={source} onComment={() => begin({ type: 'file' })}>
        {hunks.length > 0 && <HunkSteps heads={heads} reveal={(head) => view.current?.reveal(head)} />}
      </FileHead>
      <DiffHost ref={host} layout={layout} />
      <p id={KEYS_HINT_ID} className="visually-hidden">
        {commentsText.keysHint()}
      </p>
      {chosen !== null && createPortal(<ChosenButton change={change} chosen={chosen} onOpen={openChosen} />, choice.element)}
      {hunks.map((hunk, index) => {
        const head = heads[index];
        const comment = () => begin({ type: 'hunk', hunk });
        return head && createPortal(<HunkRow hunk={hunk} path={path} source={source} onComment={comment} />, head.element, String(index));
      })}
      {placed.map(({ comment, place, note }) =>
        createPortal(<CommentCard comment={comment} place={place} onGone={() => view.current?.leaveChoice()} />, note.element, comment.id),
      )}
    </div>
  );
}

interface HunkStepsProps {
  heads: readonly HunkHead[];
  reveal: (head: HunkHead) => Promise<void> | undefined;
}

/** From hunk to hunk, also those that are far out of view. */
function HunkSteps({ heads, reveal }: HunkStepsProps) {
  const [visited, setAt] = useState(-1);
  // Of what was taken back there may be fewer by now.
  const at = Math.min(visited, heads.length - 1);
  async function go(to: number) {
    const head = heads[to];
    if (head === undefined) return;
    setAt(to);
    await reveal(head);
    head.element.querySelector<HTMLElement>('[data-hunk]')?.focus();
  }
  return (
    <span className="hunk-steps">
      <span className="text-sm c-text-3 shrink-0">{changesText.place(at, heads.length)}</span>
      <IconButton
        icon="i-lucide-arrow-up"
        label={changesText.previous()}
        disabled={at <= 0}
        data-command="previous-change"
        onClick={() => go(at - 1)}
      />
      <IconButton
        icon="i-lucide-arrow-down"
        label={changesText.next()}
        disabled={at >= heads.length - 1}
        data-command="next-change"
        onClick={() => go(at + 1)}
      />
    </span>
  );
}
