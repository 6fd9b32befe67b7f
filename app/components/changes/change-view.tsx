import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { createDiffView, type DiffLayout, type DiffView, type HunkHead } from '../../lib/editor/create-diff-view.ts';
import { keepPlace, makeInSight } from '../../lib/editor/diff/make-in-sight.ts';
import { t } from '../../lib/i18n/t.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { useActions } from '../page/workbench-context.tsx';
import { DiffHost } from '../ui/diff/diff-host.tsx';
import { ChosenButton } from './comments/chosen-button.tsx';
import { CommentCard } from './comments/comment-card.tsx';
import { useBeginComment } from './comments/use-begin-comment.ts';
import { useCommentToShow } from './comments/use-comment-to-show.ts';
import { useFileComments, useStableNotes } from './comments/use-file-comments.ts';
import { type ChosenTarget, useLineChoice } from './comments/use-line-choice.ts';
import { HunkRow } from './hunk-row.tsx';
import type { ChangePlace } from './stack/change-places.ts';
import type { ReviewedFile } from './use-reviewed-files.ts';

interface ChangeViewProps {
  file: ReviewedFile;
  source: ChangeSource;
  layout: DiffLayout;
  /** The file's section, whose sticky head stays above the difference. */
  section: RefObject<HTMLElement>;
  /** The estimated height, in pixels. */
  height: number;
  /** The change to scroll to. */
  wanted: ChangePlace | null;
  onReached: () => void;
}

const NO_HUNKS: readonly PastHunk[] = [];

/** The hunks of the change with their states, loaded again when the change is different. Null while they are unknown. */
function useHunks(change: FileChange, source: ChangeSource): readonly PastHunk[] | null {
  const actions = useActions('checkpoints');
  const [hunks, setHunks] = useState<readonly PastHunk[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // A created or deleted file is reverted as a whole.
    const found = change.kind === 'modified' ? actions.listHunks(source, change.path) : Promise.resolve(NO_HUNKS);
    void found.then((listed) => isCurrent && setHunks(listed));
    return () => {
      isCurrent = false;
    };
  }, [actions, change, source]);
  return hunks;
}

/** The difference of one file. Each hunk can be kept, reverted or commented on, and so can any lines. */
export function ChangeView({ file, source, layout, section, height, wanted, onReached }: ChangeViewProps) {
  const { change } = file;
  const { path, before, after } = change;
  const keysHint = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  const listed = useHunks(change, source);
  const hunks = listed ?? NO_HUNKS;
  const heads = useMemo(() => hunks.map(({ newStart }): HunkHead => ({ line: newStart, element: document.createElement('div') })), [hunks]);
  const placed = useFileComments(change);
  const notes = useStableNotes(placed);
  const begin = useBeginComment(change);
  const { chosen, choice } = useLineChoice(keysHint, openChosen);
  function openChosen(target: ChosenTarget) {
    begin(target);
    view.current?.leaveChoice();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is a guess that only its making needs
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const covered = () => section.current?.firstElementChild?.clientHeight ?? 0;
    const made = makeInSight(element, height, (place) => createDiffView(place, { path, before, after }, layout, { choice, covered }));
    view.current = made;
    return () => {
      keepPlace(element);
      made.destroy();
    };
  }, [path, before, after, layout, choice, section]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view that was made again has no heads
  useEffect(() => view.current?.showHeads(heads), [heads, path, before, after, layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and no notes
  useEffect(() => view.current?.showNotes(notes), [notes, path, before, after, layout]);
  useCommentToShow(placed, (note) => view.current?.reveal(note));
  useEffect(() => {
    if (wanted === null || listed === null) return;
    onReached();
    void showChange(heads[Math.min(wanted.index, heads.length - 1)], view.current, section.current);
  }, [wanted, listed, heads, section, onReached]);
  return (
    <div className="change-view">
      <DiffHost ref={host} layout={layout} />
      <p id={keysHint} className="visually-hidden">
        {t('Arrow keys choose a line, with Shift several; Enter comments on them.')}
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

/** Scrolls to a change and focuses the row above it; a file without rows is focused itself. */
async function showChange(head: HunkHead | undefined, view: DiffView | null, section: HTMLElement | null): Promise<void> {
  if (head === undefined) {
    // Focusing alone would not scroll if only the end is in view.
    section?.focus({ preventScroll: true });
    return section?.scrollIntoView({ block: 'start' });
  }
  await view?.reveal(head);
  head.element.querySelector<HTMLElement>('[data-hunk]')?.focus();
}
