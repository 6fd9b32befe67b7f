import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { IdSource } from '../agent/contract/ports.ts';
import { wakeEvent } from '../agent/conversation/machine.ts';
import { buttonName } from '../button-names/button-name.ts';
import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import type { FileChange } from '../project/project-service.ts';
import type { Workspace } from '../runtime/types.ts';
import type { ChatService } from './chat-service.ts';
import type { Checkpoint } from './checkpoints.ts';
import { applyVersions, type FileDifference } from './past/apply-versions.ts';
import { differencesTo, differingPaths } from './past/differences.ts';
import { createHunkService, type HunkActions } from './past/hunk-service.ts';
import { createPastReader, type ProjectPast } from './past/project-past.ts';
import { createRevertService, type RevertActions } from './past/revert-service.ts';
import { shownLabel } from './past/shown-label.ts';
import { createUndoService, type PastSession, type UndoActions } from './past/undo-service.ts';
import { createVersionService, type VersionActions } from './past/version-service.ts';

/** The user's actions on the project's history. */
export interface CheckpointActions extends UndoActions, HunkActions, RevertActions, VersionActions {
  /** The checkpoints, newest first: the starts of tasks and of the user's commands, and the states before a restore. Empty if no chat is open. */
  listCheckpoints(): Promise<readonly Checkpoint[]>;
  /** The files that restoring this checkpoint would change. */
  listCheckpointFiles(sequence: number): Promise<readonly string[]>;
  /** Restores the files, or only `paths`, to that checkpoint. The current state becomes a checkpoint too. */
  restoreCheckpoint(sequence: number, paths?: readonly string[]): Promise<void>;
  /** Sets the user's own name for it; an empty name removes it. */
  nameCheckpoint(sequence: number, name: string): Promise<void>;
  /** Undoes the changes of the last task. */
  undoLastRun(): Promise<void>;
}

export interface CheckpointServiceOptions {
  /** The open chat's session. */
  session(): (PastSession & Pick<AgentSession, 'noteFile'>) | null;
  journal: Pick<JournalStore, 'load' | 'append' | 'importChat'>;
  chat: Pick<ChatService, 'sendMessage' | 'openChat'>;
  ids: IdSource;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'files' | 'baseline' | 'settled'>;
  /** Its writes are journaled as the user's. */
  workspace: Workspace;
  notices: NoticeService;
  /** The changes of the newest task. */
  taskChanges(): Promise<readonly FileChange[]>;
}

/** Longest name of a checkpoint. In characters. */
const LONGEST_NAME = 120;
/** The most paths that are named to the model. */
const MOST_NAMED = 40;

/**
 * Restores earlier states. The journal holds every version of every project file, so a checkpoint is a position in it. A restore
 * is itself journaled first, so it can be undone too. Ignored folders (node_modules, .git, …) and files too large to be kept stay
 * unchanged; git's own history is never touched.
 */
export function createCheckpointService(options: CheckpointServiceOptions): CheckpointActions {
  const { journal, notices } = options;
  /** Restores run one after another. */
  let tail: Promise<unknown> = Promise.resolve();
  const past = createPastReader(options);
  const inTurn = (what: string, work: (session: PastSession) => Promise<void>): Promise<void> => {
    const done = tail.then(async () => {
      const session = options.session();
      if (session === null) notices.info(t('There is no chat whose files could be restored.'));
      else await notices.guard(what, () => work(session));
    });
    tail = done;
    return done;
  };

  const restore = async (session: PastSession, checkpoint: Place, paths: readonly string[] | null) => {
    // If the agent waits for an answer, it can still be given afterwards.
    if (wakeEvent(session.state().status) === null) await session.stop();
    const all = await differencesTo(await past(session.chatId), checkpoint.sequence, options);
    const differences = paths === null ? all : all.filter(({ path }) => paths.includes(path));
    if (differences.length === 0) return notices.info(t('The files already match that state: there is nothing to restore.'));
    const { sequence } = await journal.append(session.chatId, {
      type: 'checkpoint-restored',
      sequence: checkpoint.sequence,
      label: checkpoint.label,
      ...(differences.length === all.length ? {} : { paths: differences.map(({ path }) => path) }),
    });
    const problem = await applyVersions(differences, options.workspace, options.mirror.files());
    await session.remark(remarkOf(checkpoint, differences));
    if (problem !== null)
      throw new Error(t('{problem} Press “{button}” again to do the rest.', { problem, button: buttonName('restore') }));
    const message = plural(
      differences.length,
      {
        one: '{count} file is back to what it was before “{label}”.',
        other: '{count} files are back to what they were before “{label}”.',
      },
      { label: checkpoint.shown },
    );
    return notices.info(message, { label: t('Undo'), run: () => void service.restoreCheckpoint(sequence) });
  };

  const service: CheckpointActions = {
    async listCheckpoints() {
      const session = options.session();
      if (session === null) return [];
      const found = await notices.guard(t('The checkpoints could not be read'), async () => (await past(session.chatId)).checkpoints);
      return (found ?? []).map((checkpoint) => ({ ...checkpoint, label: shownLabel(checkpoint.label) }));
    },
    async listCheckpointFiles(sequence) {
      const session = options.session();
      if (session === null) return [];
      const found = await notices.guard(t('The files of the checkpoint could not be read'), async () =>
        differingPaths(await past(session.chatId), sequence, options.mirror.files()).map(([path]) => path),
      );
      return found ?? [];
    },
    restoreCheckpoint: (sequence, paths) =>
      inTurn(t('The checkpoint was not restored'), async (session) => {
        await restore(session, placeAt(await past(session.chatId), sequence), paths ?? null);
      }),
    nameCheckpoint: (sequence, name) =>
      inTurn(t('The checkpoint was not named'), async (session) => {
        placeAt(await past(session.chatId), sequence);
        await journal.append(session.chatId, { type: 'checkpoint-named', sequence, name: name.trim().slice(0, LONGEST_NAME) });
      }),
    undoLastRun: () =>
      inTurn(t('The last task was not undone'), async (session) => {
        const checkpoint = startOfLastTask((await past(session.chatId)).checkpoints);
        if (checkpoint === null) notices.info(t('No task of this chat has changes left to undo.'));
        else await restore(session, placeOf(checkpoint), null);
      }),
    ...createUndoService({ ...options, past, inTurn }),
    ...createHunkService({ ...options, past, inTurn, redo: (sequence) => service.undoStep(sequence) }),
    ...createRevertService({ ...options, past, inTurn, redo: (sequence) => service.undoStep(sequence) }),
    ...createVersionService({ ...options, past, inTurn }),
  };
  return service;
}

/**
 * The start of the newest task that changed files and is still in effect; an undone task is not. A run that continued the task
 * after a guard's question belongs to the same task.
 */
function startOfLastTask(checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const tasks = checkpoints.filter(({ ledToNow }) => ledToNow);
  let index = tasks.findIndex(({ differs }) => differs > 0);
  while (tasks[index]?.isContinued === true && index + 1 < tasks.length) index++;
  return tasks[index] ?? null;
}

/** A place that can be restored: a checkpoint or the start of a step. */
interface Place {
  sequence: number;
  label: string;
  /** The label in the user's language. */
  shown: string;
  kind: Checkpoint['kind'] | 'step';
}

function placeOf({ sequence, label, kind }: Checkpoint): Place {
  return { sequence, label, shown: shownLabel(label), kind };
}

function placeAt({ checkpoints, steps }: ProjectPast, sequence: number): Place {
  const checkpoint = checkpoints.find((each) => each.sequence === sequence);
  if (checkpoint !== undefined) return placeOf(checkpoint);
  const step = steps.find((each) => each.sequence === sequence);
  if (step === undefined) throw new Error(t('There is no such checkpoint in this chat.'));
  return { sequence, label: step.label, shown: step.shown, kind: 'step' };
}

function remarkOf({ kind, label }: Place, differences: readonly FileDifference[]): string {
  const times = {
    task: `before the task “${label}”`,
    command: `before the user's command “${label}”`,
    step: `before the step “${label}”`,
    restore: `before an earlier restore (“${label}”)`,
  };
  const time = times[kind];
  const list = (what: string, isIt: (difference: FileDifference) => boolean) => {
    const paths = differences.filter(isIt).map(({ path }) => path);
    if (paths.length === 0) return '';
    const rest = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
    return ` ${what}: ${paths.slice(0, MOST_NAMED).join(', ')}${rest}.`;
  };
  const written = list('Written back', ({ content }) => content !== null);
  const removed = list('Removed', ({ content }) => content === null);
  return `The user took the project's files back to what they were ${time}.${written}${removed} What you know about these files is out of date: read them again before you change them.`;
}
