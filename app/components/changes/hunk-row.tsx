import { useStore } from '@nanostores/react';
import { hunkRange } from '../../lib/agent/calls/hunks.ts';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { HunkFrame } from '../ui/diff/hunk-frame.tsx';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { changesText } from './changes-text.ts';
import { CommentButton } from './comments/comment-button.tsx';
import { forgetKept, hunkKey, keepChanges } from './kept-changes.ts';

interface HunkRowProps {
  hunk: PastHunk;
  path: string;
  source: ChangeSource;
  onComment: () => void;
}

/** The row above a hunk: its lines, its state, and buttons to keep or revert it. */
export function HunkRow({ hunk, path, source, onComment }: HunkRowProps) {
  const actions = useActions('checkpoints');
  const reading = useReadingOnly();
  const key = hunkKey(path, hunk);
  const isKept = useStore($keptChanges).has(key);
  const range = hunkRange(hunk);
  const lines = hunkRangeText(range);
  const note = changesText.hunkNote(hunk);
  return (
    <HunkFrame range={range} added={hunk.added.length} removed={hunk.removed.length}>
      <span className="truncate min-w-0 flex-1 text-right" title={note}>
        {note}
      </span>
      {hunk.state !== 'gone' && isKept && (
        <>
          <span className="kept-mark">
            <Icon name="i-lucide-check" size={12} /> {changesText.kept()}
          </span>
          <Button variant="ghost" size={20} aria-label={changesText.unkeepLines(lines)} onClick={() => forgetKept([key])}>
            {changesText.unkeep()}
          </Button>
        </>
      )}
      {hunk.state !== 'gone' && !isKept && (
        <>
          <Button
            variant="ghost"
            size={20}
            icon="i-lucide-undo-2"
            aria-label={changesText.revertLines(lines)}
            onClick={() => actions.undoHunk(source, path, hunkOf(hunk))}
            {...reading}
          >
            {changesText.revert(hunk.state)}
          </Button>
          <Button size={20} icon="i-lucide-check" aria-label={changesText.keepLines(lines)} onClick={() => keepChanges([key])}>
            {changesText.keep()}
          </Button>
        </>
      )}
      {hunk.state !== 'gone' && <CommentButton name={changesText.commentOnChange(lines)} onClick={onComment} />}
    </HunkFrame>
  );
}

function hunkOf({ start, removed, newStart, added }: PastHunk) {
  return { start, removed, newStart, added };
}
