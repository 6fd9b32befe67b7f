import type { AgentSession } from '../agent/session/agent-session.ts';
import { wakeEvent } from '../agent/session/machine.ts';
import type { JournalStore } from '../persistence/journal-store.ts';
import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ProjectMirror } from '../project/project-mirror.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import { isIgnoredPath } from '../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../runtime/types.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import { type Checkpoint, checkpointsOf, filesAt } from './checkpoints.ts';

/** What a user can do with the project's past. */
export interface CheckpointActions {
  /** Where tasks and the user's commands began and what was there before a restoring, newest first; empty while no chat is open. */
  listCheckpoints(): Promise<readonly Checkpoint[]>;
  /** The files that going back to it would change. */
  listCheckpointFiles(sequence: number): Promise<readonly string[]>;
  /** Takes the files back to that checkpoint, or only some of them; what is there now becomes a checkpoint too. */
  restoreCheckpoint(sequence: number, paths?: readonly string[]): Promise<void>;
  /** Gives it a name of the user's own; an empty one takes it back. */
  nameCheckpoint(sequence: number, name: string): Promise<void>;
  /** Takes back what the last task changed. */
  undoLastRun(): Promise<void>;
}

export interface CheckpointServiceOptions {
  /** Of the open chat. */
  session(): Pick<AgentSession, 'chatId' | 'state' | 'stop' | 'remark'> | null;
  journal: Pick<JournalStore, 'load' | 'append'>;
  store: Pick<ProjectFileStore, 'read'>;
  mirror: Pick<ProjectMirror, 'files' | 'settled'>;
  /** What it writes is journalled as the user's. */
  workspace: Workspace;
  notices: NoticeService;
}

type RestoredSession = Pick<AgentSession, 'chatId' | 'state' | 'stop' | 'remark'>;

/** Characters of a checkpoint's own name. */
const LONGEST_NAME = 120;
/** So many paths the model gets by name. */
const MOST_NAMED = 40;

interface FileDifference {
  path: WorkspacePath;
  /** null: the file was not there. */
  content: Uint8Array | null;
}

/**
 * Going back. The journal holds every version of every file of the project, so a checkpoint is a place in it. Going back is itself
 * journalled first: it can be undone like anything else. Ignored folders (node_modules, .git, …) and files too large to be kept are
 * left as they are; git's own history is never touched.
 */
export function createCheckpointService(options: CheckpointServiceOptions): CheckpointActions {
  const { journal, mirror, notices } = options;
  /** One after the other. */
  let tail: Promise<unknown> = Promise.resolve();
  const recordsOf = async ({ chatId }: Pick<AgentSession, 'chatId'>) => {
    await mirror.settled();
    return (await journal.load(chatId)).records;
  };
  const inTurn = (what: string, work: (session: NonNullable<ReturnType<typeof options.session>>) => Promise<void>): Promise<void> => {
    const done = tail.then(async () => {
      const session = options.session();
      if (session === null) notices.info('There is no chat whose files could be restored.');
      else await notices.guard(what, () => work(session));
    });
    tail = done;
    return done;
  };

  const restore = async (session: RestoredSession, checkpoint: Checkpoint, paths: readonly string[] | null) => {
    // A question of the agent may still be answered afterwards.
    if (wakeEvent(session.state().status) === null) await session.stop();
    const records = await recordsOf(session);
    const all = await differencesTo(filesAt(records, checkpoint.sequence), options);
    const differences = paths === null ? all : all.filter(({ path }) => paths.includes(path));
    if (differences.length === 0) return notices.info('The files already match that state: there is nothing to restore.');
    const { sequence } = await journal.append(session.chatId, {
      type: 'checkpoint-restored',
      sequence: checkpoint.sequence,
      label: checkpoint.label,
      ...(differences.length === all.length ? {} : { paths: differences.map(({ path }) => path) }),
    });
    const problem = await applyAll(differences, options.workspace);
    await session.remark(remarkOf(checkpoint, differences));
    if (problem !== null) throw new Error(`${problem} Press Restore again to do the rest.`);
    const count = differences.length === 1 ? '1 file is' : `${differences.length} files are`;
    const undo = { label: 'Undo', run: () => void service.restoreCheckpoint(sequence) };
    return notices.info(`${count} back to what ${differences.length === 1 ? 'it was' : 'they were'} before “${checkpoint.label}”.`, undo);
  };

  const service: CheckpointActions = {
    async listCheckpoints() {
      const session = options.session();
      if (session === null) return [];
      return (await notices.guard('The checkpoints could not be read', async () => checkpointsOf(await recordsOf(session)))) ?? [];
    },
    async listCheckpointFiles(sequence) {
      const session = options.session();
      if (session === null) return [];
      const found = await notices.guard('The files of the checkpoint could not be read', async () =>
        differingPaths(filesAt(await recordsOf(session), sequence), mirror.files()),
      );
      return found ?? [];
    },
    restoreCheckpoint: (sequence, paths) =>
      inTurn('The checkpoint was not restored', async (session) => {
        await restore(session, checkpointAt(await recordsOf(session), sequence), paths ?? null);
      }),
    nameCheckpoint: (sequence, name) =>
      inTurn('The checkpoint was not named', async (session) => {
        checkpointAt(await recordsOf(session), sequence);
        await journal.append(session.chatId, { type: 'checkpoint-named', sequence, name: name.trim().slice(0, LONGEST_NAME) });
      }),
    undoLastRun: () =>
      inTurn('The last task was not undone', async (session) => {
        const checkpoint = startOfLastTask(checkpointsOf(await recordsOf(session)));
        if (checkpoint === null) notices.info('No task of this chat has changes left to undo.');
        else await restore(session, checkpoint, null);
      }),
  };
  return service;
}

/**
 * Where the newest task began that led to what the files are now and has changed something; what was taken back is no such task.
 * Runs that continued with a task after a guard's question belong to it.
 */
function startOfLastTask(checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const tasks = checkpoints.filter(({ ledToNow }) => ledToNow);
  let index = tasks.findIndex(({ differs }) => differs > 0);
  while (tasks[index]?.isContinued === true && index + 1 < tasks.length) index++;
  return tasks[index] ?? null;
}

function checkpointAt(records: readonly JournalRecord[], sequence: number): Checkpoint {
  const checkpoint = checkpointsOf(records).find((each) => each.sequence === sequence);
  if (checkpoint === undefined) throw new Error('There is no such checkpoint in this chat.');
  return checkpoint;
}

/** In the order of their names. */
function differingPaths(target: ReadonlyMap<string, ContentHash>, present: ReadonlyMap<string, ContentHash>): WorkspacePath[] {
  const names = [...new Set([...present.keys(), ...target.keys()])].sort();
  return names.flatMap((name) => {
    const path = toWorkspacePath(name);
    return path === null || isIgnoredPath(path) || present.get(name) === target.get(name) ? [] : [path];
  });
}

/** What must be written and removed. Rejects, before anything is changed, when a version's content is missing. */
async function differencesTo(
  target: ReadonlyMap<string, ContentHash>,
  { mirror, store }: Pick<CheckpointServiceOptions, 'mirror' | 'store'>,
): Promise<FileDifference[]> {
  const differences: FileDifference[] = [];
  for (const path of differingPaths(target, mirror.files())) {
    const hash = target.get(path);
    const content = hash === undefined ? null : await store.read(hash);
    if (hash !== undefined && content === null) {
      throw new Error(`the content of ${path} at that time is missing from this browser's storage. Nothing was changed.`);
    }
    differences.push({ path, content });
  }
  return differences;
}

/** Removes first, so that a folder can become a file again. Answers with what went wrong, and where. */
async function applyAll(differences: readonly FileDifference[], workspace: Workspace): Promise<string | null> {
  const ordered = [...differences].sort((a, b) => Number(a.content !== null) - Number(b.content !== null));
  for (const [index, { path, content }] of ordered.entries()) {
    try {
      if (content === null) await removeFile(path, workspace);
      else await workspace.writeFile(path, content);
    } catch (error) {
      const message = errorMessage(error);
      return `${index} of ${ordered.length} files were restored, then ${path} failed: ${message}.`;
    }
  }
  return null;
}

/** Removes the file, and the folders that hold nothing any more. */
async function removeFile(path: WorkspacePath, workspace: Workspace): Promise<void> {
  await workspace.remove(path).catch((error: unknown) => {
    if (!(error instanceof WorkspaceError) || error.code !== 'ENOENT') throw error;
  });
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = toWorkspacePath(path.slice(0, at));
    if (folder === null || (await workspace.kindOf(folder)) !== 'directory') return;
    if ((await workspace.readDirectory(folder)).length > 0) return;
    await workspace.remove(folder);
  }
}

function remarkOf({ kind, label }: Checkpoint, differences: readonly FileDifference[]): string {
  const times = {
    task: `before the task “${label}”`,
    command: `before the user's command “${label}”`,
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
