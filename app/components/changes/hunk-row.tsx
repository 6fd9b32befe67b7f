import { hunkRange } from '../../lib/agent/calls/hunks.ts';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { changesText } from './changes-text.ts';

interface HunkRowProps {
  hunk: PastHunk;
  path: string;
  source: ChangeSource;
}

/** Above a hunk: which lines it is, what has become of it, and the way back. */
export function HunkRow({ hunk, path, source }: HunkRowProps) {
  const actions = useActions('checkpoints');
  const range = hunkRange(hunk);
  const note = changesText.hunkNote(hunk);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="hunk-row" role="group" aria-label={changesText.hunk(range)} data-hunk tabIndex={-1}>
      <span className="shrink-0">{changesText.range(range)}</span>
      <DiffCounts added={hunk.added.length} removed={hunk.removed.length} />
      <span className="truncate min-w-0 flex-1 text-right" title={note}>
        {note}
      </span>
      {hunk.state !== 'gone' && (
        <Button
          variant="ghost"
          size={20}
          icon="i-lucide-undo-2"
          aria-label={changesText.undoLines(range)}
          onClick={() => actions.undoHunk(source, path, hunkOf(hunk))}
        >
          {changesText.undo(hunk.state)}
        </Button>
      )}
    </div>
  );
}

function hunkOf({ start, removed, newStart, added }: PastHunk) {
  return { start, removed, newStart, added };
}
