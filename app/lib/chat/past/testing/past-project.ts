import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { expect } from 'vitest';
import { INITIAL_CONVERSATION } from '../../../agent/contract/conversation-state.ts';
import { createNoticeService } from '../../../notices/notice-service.ts';
import { openDatabase } from '../../../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../../../persistence/journal-store.ts';
import { createProjectFileStore } from '../../../persistence/project-file-store.ts';
import { createProjectMirror, type ProjectMirror } from '../../../project/project-mirror.ts';
import type { FileChange } from '../../../project/project-service.ts';
import { type ChatId, type ContentHash, projectIdSchema, stepIdSchema, toolCallIdSchema } from '../../../protocol/ids.ts';
import type { JournalEvent } from '../../../protocol/journal-event.ts';
import type { ToolEffect } from '../../../protocol/tool-effect.ts';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../../../runtime/types.ts';
import { $undoQuestion } from '../../../stores/past.ts';
import { $notices } from '../../../stores/workbench.ts';
import { type CheckpointActions, createCheckpointService } from '../../checkpoint-service.ts';
import type { StepSummary } from '../undo-service.ts';

export const chatId = 'chat-1' as ChatId;
export const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

const noChat = {
  chat: { sendMessage: () => expect.unreachable(), openChat: () => expect.unreachable() },
  ids: { next: () => expect.unreachable() },
};

/** The changes as reported by the project. Their texts are irrelevant here. */
function changesSinceStart(mirror: ProjectMirror): FileChange[] {
  const [before, after] = [mirror.baseline(), mirror.files()];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path): FileChange[] => {
    if (before.get(path) === after.get(path)) return [];
    const kind = !before.has(path) ? 'added' : after.has(path) ? 'modified' : 'removed';
    return [{ path, kind, before: '', after: '' }];
  });
}

type Work = () => Promise<readonly ToolEffect[]>;

/** A project in memory with a real journal, the parties that write to it, and the user's actions on its history. */
export interface PastProject {
  journal: JournalStore;
  mirror: ProjectMirror;
  /** The current files, whoever wrote them. */
  plain: MemoryWorkspace;
  agent: Workspace;
  user: Workspace;
  program: Workspace;
  /** Remarks to the model. */
  remarks: string[];
  service: CheckpointActions;
  append(event: JournalEvent): Promise<unknown>;
  write(path: string, text: string, by?: Workspace): Promise<void>;
  /** Runs a model step; each call has an effect and a result. */
  step(...work: Work[]): Promise<void>;
  writes(path: string, text: string): Work;
  runs(command: string, path: string, text: string): Work;
  steps(): Promise<readonly StepSummary[]>;
  labels(): Promise<string[]>;
  sequenceOf(index: number): Promise<number>;
  /** The newest notice. */
  notice(): string;
  /** The failures so far. */
  problems(): string[];
  /** Returns the texts of all files before that record, derived only from the journal. */
  journaledFiles(before: number): Promise<ReadonlyMap<string, string>>;
}

export async function openPastProject(): Promise<PastProject> {
  globalThis.indexedDB = new IDBFactory();
  $notices.set([]);
  $undoQuestion.set(null);
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  let time = 0;
  let calls = 0;
  const journal = createJournalStore(database, () => ++time);
  const store = createProjectFileStore(database);
  const mirror = createProjectMirror({
    journal,
    store,
    hasher: { hash: async (content) => createHash('sha256').update(content).digest('hex') as ContentHash },
    now: () => 1,
    onError: (message) => expect.unreachable(message),
  });
  await mirror.open({ chatId, projectId: projectIdSchema.parse(chatId) }, []);
  const plain = new MemoryWorkspace();
  const [agent, user, program] = [mirror.journaled(plain, 'agent'), mirror.journaled(plain, 'user'), mirror.journaled(plain, 'runtime')];
  const remarks: string[] = [];
  const append = (event: JournalEvent) => journal.append(chatId, event);
  const session = {
    chatId,
    state: () => INITIAL_CONVERSATION,
    stop: async () => undefined,
    // As the session journals it.
    noteFile: () => undefined,
    remark: async (text: string) => {
      remarks.push(text);
      await append({ type: 'guard-remark', messageId: `remark-${remarks.length}`, text });
    },
  };
  const service = createCheckpointService({
    session: () => session,
    journal,
    store,
    mirror,
    workspace: user,
    notices: createNoticeService(),
    taskChanges: async () => changesSinceStart(mirror),
    ...noChat,
  });
  const write = (path: string, text: string, by = agent) => by.writeFile(pathOf(path), new TextEncoder().encode(text));
  const steps = () => service.listSteps();
  return {
    journal,
    mirror,
    plain,
    agent,
    user,
    program,
    remarks,
    service,
    append,
    write,
    steps,
    async step(...work) {
      const stepId = stepIdSchema.parse(`step-${++calls}`);
      await append({ type: 'step-started', stepId, modelId: 'm' });
      await append({ type: 'step-finished', stepId, parts: [], finishReason: 'tool-calls', usage: {} });
      for (const each of work) {
        const toolCallId = toolCallIdSchema.parse(`call-${++calls}`);
        await append({ type: 'tool-call-started', toolCallId });
        const effects = await each();
        await append({ type: 'tool-call-succeeded', toolCallId, output: {}, durationMs: 1, effects: [...effects] });
      }
    },
    writes: (path, text) => async () => {
      await write(path, text);
      return [{ type: 'file-modified', path }];
    },
    runs: (command, path, text) => async () => {
      await write(path, text, program);
      return [{ type: 'command-ran', command, status: 'completed', exitCode: 0, errors: [] }];
    },
    labels: async () => (await steps()).map(({ label }) => label),
    sequenceOf: async (index) => (await steps()).at(index)?.sequence ?? expect.unreachable(),
    notice: () => $notices.get().at(-1)?.message ?? '',
    problems: () => $notices.get().flatMap(({ level, message }) => (level === 'error' ? [message] : [])),
    async journaledFiles(before) {
      await mirror.settled();
      const files = new Map<string, string>();
      for (const { sequence, event } of (await journal.load(chatId)).records) {
        if (sequence >= before) break;
        if (event.type === 'file-removed') files.delete(event.path);
        if (event.type === 'file-changed')
          files.set(event.path, new TextDecoder().decode((await store.read(event.hash)) ?? expect.unreachable()));
      }
      return files;
    },
  };
}
