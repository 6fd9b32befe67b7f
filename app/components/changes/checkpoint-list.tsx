import { useStore } from '@nanostores/react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

const RestoreDialog = lazyPart(() => import('./restore-dialog.tsx').then((module) => ({ default: module.RestoreDialog })));

/** Asking for the list reads the whole journal: not more often than this while files change. Milliseconds. */
const PAUSE = 400;

/** The checkpoints of the open chat; read again when a run begins or ends, and soon after files have changed. */
function useCheckpoints(): [readonly Checkpoint[], () => void] {
  const actions = useActions('checkpoints');
  const { chatId, status } = useStore($chat, { keys: ['chatId', 'status'] });
  const files = useStore($files);
  const [checkpoints, setCheckpoints] = useState<readonly Checkpoint[]>([]);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is named there is what the list depends on
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => void actions.listCheckpoints().then((found) => isCurrent && setCheckpoints(found)), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, chatId, status, files, asked]);
  return [checkpoints, () => setAsked((count) => count + 1)];
}

const ICONS = { task: 'i-lucide-flag-triangle-right', command: 'i-lucide-square-terminal', restore: 'i-lucide-undo-2' } as const;

export function checkpointTitle({ kind, label }: Pick<Checkpoint, 'kind' | 'label'>): string {
  if (kind === 'command') return `Before your command “${label}”`;
  return kind === 'task' ? label : `Before going back to “${label}”`;
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

interface BookmarkFieldProps {
  checkpoint: Checkpoint;
  onDone: () => void;
  onNamed: () => void;
}

/** The name of a bookmark: Enter keeps it, an empty one takes it away, Escape leaves it. */
function BookmarkField({ checkpoint: { sequence, bookmark }, onDone, onNamed }: BookmarkFieldProps) {
  const actions = useActions('checkpoints');
  const [name, setName] = useState(bookmark ?? '');
  async function keep(event: FormEvent) {
    event.preventDefault();
    onDone();
    await actions.nameCheckpoint(sequence, name);
    onNamed();
  }
  return (
    <form onSubmit={keep} className="flex items-center gap-4px py-4px">
      <input
        className="field flex-1 min-w-0"
        aria-label="Name of the bookmark"
        placeholder="A name to find it by"
        maxLength={120}
        value={name}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
        autoFocus
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button size={20} type="submit">
        Save
      </Button>
    </form>
  );
}

interface CheckpointButtonsProps {
  checkpoint: Checkpoint;
  onName: () => void;
  onRestore: () => void;
}

function CheckpointButtons({ checkpoint: { sequence, bookmark, differs }, onName, onRestore }: CheckpointButtonsProps) {
  return (
    <>
      <IconButton
        icon={bookmark === null ? 'i-lucide-bookmark-plus' : 'i-lucide-bookmark'}
        label={bookmark === null ? 'Bookmark' : 'Rename the bookmark'}
        aria-describedby={`checkpoint-${sequence}`}
        onClick={onName}
      />
      {differs === 0 ? (
        <span className="text-sm c-text-3 shrink-0">As now</span>
      ) : (
        <Button size={20} aria-describedby={`checkpoint-${sequence}`} onClick={onRestore}>
          Restore
        </Button>
      )}
    </>
  );
}

/** Where each task and each command of the user began, and what was there before a restoring; each can be gone back to, and that can be undone. */
export function CheckpointList() {
  const actions = useActions('checkpoints');
  const [checkpoints, readAgain] = useCheckpoints();
  const [named, setNamed] = useState<number | null>(null);
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
                {checkpoint.bookmark !== null && <span className="font-500">★ {checkpoint.bookmark} · </span>}
                {checkpointTitle(checkpoint)}
              </p>
              {named === checkpoint.sequence && <BookmarkField checkpoint={checkpoint} onDone={() => setNamed(null)} onNamed={readAgain} />}
              <p className="flex gap-2 text-sm c-text-3">
                <RelativeTime at={checkpoint.at} />
                <span>{checkpoint.changedFiles === 0 ? 'no files changed' : `${count(checkpoint.changedFiles)} changed`}</span>
              </p>
            </div>
            {named !== checkpoint.sequence && (
              <CheckpointButtons
                checkpoint={checkpoint}
                onName={() => setNamed(checkpoint.sequence)}
                onRestore={() => setChosen(checkpoint)}
              />
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Suspense>
          <RestoreDialog
            title={checkpointTitle(chosen)}
            files={chosen.differs}
            listFiles={() => actions.listCheckpointFiles(chosen.sequence)}
            onRestore={(paths) =>
              paths === undefined ? actions.restoreCheckpoint(chosen.sequence) : actions.restoreCheckpoint(chosen.sequence, paths)
            }
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
