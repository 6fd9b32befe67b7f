import { useStore } from '@nanostores/react';
import { hunkRange } from '../../lib/agent/calls/hunks.ts';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { t } from '../../lib/i18n/t.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { HunkFrame } from '../ui/diff/hunk-frame.tsx';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
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
  const note = noteOf(hunk);
  return (
    <HunkFrame range={range} added={hunk.added.length} removed={hunk.removed.length}>
      <span className="truncate min-w-0 flex-1 text-right" title={note}>
        {note}
      </span>
      {hunk.state !== 'gone' && isKept && (
        <>
          <span className="kept-mark">
            <Icon name="i-lucide-check" size={12} /> {t('Kept')}
          </span>
          <Button variant="ghost" size={20} aria-label={t('Undo keeping {range}', { range: lines })} onClick={() => forgetKept([key])}>
            {t('Undo')}
          </Button>
        </>
      )}
      {hunk.state !== 'gone' && !isKept && (
        <>
          <Button
            variant="ghost"
            size={20}
            icon="i-lucide-undo-2"
            aria-label={t('Revert {range}', { range: lines })}
            onClick={() => actions.undoHunk(source, path, hunkOf(hunk))}
            {...reading}
          >
            {hunk.state === 'changed' ? t('Revert…') : t('Revert')}
          </Button>
          <Button size={20} icon="i-lucide-check" aria-label={t('Keep {range}', { range: lines })} onClick={() => keepChanges([key])}>
            {t('Keep')}
          </Button>
        </>
      )}
      {hunk.state !== 'gone' && <CommentButton name={t('Comment on the change of {range}', { range: lines })} onClick={onComment} />}
    </HunkFrame>
  );
}

function noteOf({ state, later }: PastHunk): string {
  if (state === 'there') return '';
  if (state === 'gone') return t('Taken back');
  return later.length === 0 ? t('Changed since') : t('Changed since: {later}', { later: later.join(', ') });
}

function hunkOf({ start, removed, newStart, added }: PastHunk) {
  return { start, removed, newStart, added };
}
