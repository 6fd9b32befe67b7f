import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

const RestoreDialog = lazy(() => import('./restore-dialog.tsx').then((module) => ({ default: module.RestoreDialog })));

/** Asking for the list reads the whole journal: not more often than this while files change. Milliseconds. */
const PAUSE = 400;

/** The checkpoints of the open chat; read again when a run begins or ends, and soon after files have changed. */
function useCheckpoints(): readonly Checkpoint[] {
  const actions = useActions('checkpoints');
  const { chatId, status } = useStore($chat, { keys: ['chatId', 'status'] });
  const files = useStore($files);
  const [checkpoints, setCheckpoints] = useState<readonly Checkpoint[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is named there is what the list depends on
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => void actions.listCheckpoints().then((found) => isCurrent && setCheckpoints(found)), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, chatId, status, files]);
  return checkpoints;
}

const ICONS = { task: 'i-lucide-flag-triangle-right', command: 'i-lucide-square-terminal', restore: 'i-lucide-undo-2' } as const;

export function checkpointTitle({ kind, label }: Pick<Checkpoint, 'kind' | 'label'>): string {
  if (kind === 'command') return `Before your command “${label}”`;
  return kind === 'task' ? label : `Before going back to “${label}”`;
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** Where each task and each command of the user began, and what was there before a restoring; each can be gone back to, and that can be undone. */
export function CheckpointList() {
  const actions = useActions('checkpoints');
  const checkpoints = useCheckpoints();
  const [chosen, setChosen] = useState<Checkpoint | null>(null);
  if (checkpoints.length === 0) return null;
  return (
    <section className="checkpoints" aria-labelledby="checkpoints-title">
      <div className="checkpoints-head">
        <h2 id="checkpoints-title" className="changes-title">
          Checkpoints
        </h2>
        <Button variant="ghost" size={20} icon="i-lucide-undo-2" onClick={() => actions.undoLastRun()}>
          Undo last task
        </Button>
      </div>
      <ul aria-label="Checkpoints">
        {checkpoints.map((checkpoint) => (
          <li key={checkpoint.sequence} className="checkpoint">
            <Icon name={ICONS[checkpoint.kind]} className="c-text-3" />
            <div className="flex-1 min-w-0">
              <p id={`checkpoint-${checkpoint.sequence}`} className="truncate" title={checkpointTitle(checkpoint)}>
                {checkpointTitle(checkpoint)}
              </p>
              <p className="flex gap-2 text-sm c-text-3">
                <RelativeTime at={checkpoint.at} />
                <span>{checkpoint.changedFiles === 0 ? 'no files changed' : `${count(checkpoint.changedFiles)} changed`}</span>
              </p>
            </div>
            {checkpoint.differs === 0 ? (
              <span className="text-sm c-text-3 shrink-0">As now</span>
            ) : (
              <Button size={20} aria-describedby={`checkpoint-${checkpoint.sequence}`} onClick={() => setChosen(checkpoint)}>
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Suspense>
          <RestoreDialog
            title={checkpointTitle(chosen)}
            files={chosen.differs}
            onRestore={() => actions.restoreCheckpoint(chosen.sequence)}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
