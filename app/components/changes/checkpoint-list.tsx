import { useStore } from '@nanostores/react';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StepList } from './step-list.tsx';

const RestoreDialog = lazyPart(() => import('./restore-dialog.tsx').then((module) => ({ default: module.RestoreDialog })));

/** Asking for the list reads the whole journal: not more often than this while files change. Milliseconds. */
const PAUSE = 400;

interface Timeline {
  checkpoints: readonly Checkpoint[];
  /** In their order. */
  steps: readonly StepSummary[];
}

/** The past of the open chat; read again when a run begins or ends, and soon after files have changed. */
function useTimeline(): [Timeline, () => void] {
  const actions = useActions('checkpoints');
  const { chatId, status } = useStore($chat, { keys: ['chatId', 'status'] });
  const files = useStore($files);
  const [timeline, setTimeline] = useState<Timeline>({ checkpoints: [], steps: [] });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is named there is what the list depends on
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const [checkpoints, steps] = await Promise.all([actions.listCheckpoints(), actions.listSteps()]);
      if (isCurrent) setTimeline({ checkpoints, steps });
    };
    const timer = setTimeout(() => void read(), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [actions, chatId, status, files, asked]);
  return [timeline, () => setAsked((count) => count + 1)];
}

/** The steps between a checkpoint and the next one; before the first one with null. */
function stepsOf({ checkpoints, steps }: Timeline, index: number | null): readonly StepSummary[] {
  const from = index === null ? 0 : (checkpoints[index]?.sequence ?? 0);
  const until = checkpoints[index === null ? checkpoints.length - 1 : index - 1]?.sequence ?? Number.POSITIVE_INFINITY;
  return steps.filter(({ sequence }) => sequence >= from && sequence < until);
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

interface CheckpointListProps {
  /** The step whose changes are shown. */
  shown: number | null;
  onShow: (step: StepSummary) => void;
}

/** What files would go back to, as the dialog asks it. */
interface Chosen {
  sequence: number;
  title: string;
  /** How many files would change. */
  files: number;
}

/** Where each task and each command of the user began, what was there before a restoring, and the steps of each; each can be gone back to, and that can be undone. */
export function CheckpointList({ shown, onShow }: CheckpointListProps) {
  const actions = useActions('checkpoints');
  const [timeline, readAgain] = useTimeline();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { checkpoints, steps } = timeline;
  if (checkpoints.length === 0 && steps.length === 0) return null;
  async function restoreStep({ sequence, label }: StepSummary) {
    const files = (await actions.listCheckpointFiles(sequence)).length;
    setChosen({ sequence, files, title: `Before “${label}”` });
  }
  const shared = { shown, onShow, onRestore: (step: StepSummary) => void restoreStep(step) };
  return (
    <section className="checkpoints" aria-labelledby="checkpoints-title">
      <div className="checkpoints-head">
        <h2 id="checkpoints-title" className="changes-title">
          Checkpoints
        </h2>
        <span className="flex">
          <Button variant="ghost" size={20} icon="i-lucide-undo-2" onClick={() => actions.undoLastStep()}>
            Undo last step
          </Button>
          <Button variant="ghost" size={20} onClick={() => actions.undoLastRun()}>
            Undo last task
          </Button>
        </span>
      </div>
      <ul aria-label="Checkpoints">
        {checkpoints.map((checkpoint, index) => (
          <li key={checkpoint.sequence}>
            <CheckpointRow
              checkpoint={checkpoint}
              onNamed={readAgain}
              onRestore={() => setChosen({ sequence: checkpoint.sequence, files: checkpoint.differs, title: checkpointTitle(checkpoint) })}
            />
            <StepList title={checkpointTitle(checkpoint)} steps={stepsOf(timeline, index)} isOpenAtFirst={index === 0} {...shared} />
          </li>
        ))}
        {stepsOf(timeline, null).length > 0 && (
          <li>
            <StepList title="the beginning" steps={stepsOf(timeline, null)} isOpenAtFirst={checkpoints.length === 0} {...shared} />
          </li>
        )}
      </ul>
      {chosen !== null && (
        <Suspense>
          <RestoreDialog
            title={chosen.title}
            files={chosen.files}
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

interface CheckpointRowProps {
  checkpoint: Checkpoint;
  onNamed: () => void;
  onRestore: () => void;
}

function CheckpointRow({ checkpoint, onNamed, onRestore }: CheckpointRowProps) {
  const [isNaming, setIsNaming] = useState(false);
  return (
    <div className="checkpoint">
      <Icon name={ICONS[checkpoint.kind]} className="c-text-3" />
      <div className="flex-1 min-w-0">
        <p id={`checkpoint-${checkpoint.sequence}`} className="checkpoint-title" title={checkpointTitle(checkpoint)}>
          {checkpoint.bookmark !== null && <span className="font-500">★ {checkpoint.bookmark} · </span>}
          {checkpointTitle(checkpoint)}
        </p>
        {isNaming && <BookmarkField checkpoint={checkpoint} onDone={() => setIsNaming(false)} onNamed={onNamed} />}
        <p className="flex gap-2 text-sm c-text-3">
          <RelativeTime at={checkpoint.at} />
          <span>{checkpoint.changedFiles === 0 ? 'no files changed' : `${count(checkpoint.changedFiles)} changed`}</span>
        </p>
      </div>
      {!isNaming && <CheckpointButtons checkpoint={checkpoint} onName={() => setIsNaming(true)} onRestore={onRestore} />}
    </div>
  );
}
