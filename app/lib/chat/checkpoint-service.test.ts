import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { INITIAL_CONVERSATION } from '../agent/contract/conversation-state.ts';
import type { PastContent } from '../agent/contract/tool-ports.ts';
import { attachmentPart } from '../agent/conversation/attachment-part.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { openDatabase } from '../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../persistence/journal-store.ts';
import { createProjectFileStore, type ProjectFileStore } from '../persistence/project-file-store.ts';
import { createProjectMirror, type ProjectMirror } from '../project/project-mirror.ts';
import { type ChatId, type ContentHash, projectIdSchema } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { AgentStatus, QueuedWhen, SessionNotice } from '../protocol/session-state.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../runtime/types.ts';
import { $notices } from '../stores/workbench.ts';
import { type CheckpointActions, createCheckpointService } from './checkpoint-service.ts';
import { createFileVersions } from './file-versions.ts';

const chatId = 'chat-1' as ChatId;
const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

const noChat = {
  chat: { sendMessage: () => expect.unreachable(), openChat: () => expect.unreachable() },
  ids: { next: () => expect.unreachable() },
};

let journal: JournalStore;
let store: ProjectFileStore;
let mirror: ProjectMirror;
let plain: MemoryWorkspace;
let agent: Workspace;
let remarks: string[];
let stops: number;
let hasSession: boolean;
let status: AgentStatus;
let service: CheckpointActions;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  $notices.set([]);
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  let time = 0;
  journal = createJournalStore(database, () => ++time);
  store = createProjectFileStore(database);
  mirror = createProjectMirror({
    journal,
    store,
    hasher: { hash: async (content) => createHash('sha256').update(content).digest('hex') as ContentHash },
    now: () => 1,
    onError: (message) => expect.unreachable(message),
  });
  await mirror.open({ chatId, projectId: projectIdSchema.parse(chatId) }, []);
  plain = new MemoryWorkspace();
  agent = mirror.journaled(plain, 'agent');
  remarks = [];
  stops = 0;
  hasSession = true;
  status = 'idle';
  const session = {
    chatId,
    state: () => ({ ...INITIAL_CONVERSATION, status }),
    stop: async () => void stops++,
    noteFile: () => undefined,
    remark: async (text: string) => void remarks.push(text),
  };
  service = createCheckpointService({
    session: () => (hasSession ? session : null),
    journal,
    store,
    mirror,
    workspace: mirror.journaled(plain, 'user'),
    notices: createNoticeService(),
    taskChanges: () => expect.unreachable(),
    ...noChat,
  });
});

const write = (path: string, text: string) => agent.writeFile(pathOf(path), new TextEncoder().encode(text));
const append = (event: JournalEvent) => journal.append(chatId, event);
async function say(text: string, when?: QueuedWhen) {
  const message = { id: text.slice(0, 64), role: 'user' as const, parts: [{ type: 'text' as const, text }] };
  await append({ type: 'user-message', message, mode: 'agent', ...(when === undefined ? {} : { when }) });
}
async function run(message: string, work: () => Promise<void>, notice?: SessionNotice) {
  await say(message);
  await append({ type: 'run-started', maxIterations: 25 });
  await work();
  await append({
    type: 'run-ended',
    outcome: notice === undefined ? 'completed' : 'waiting_for_user',
    ...(notice === undefined ? {} : { notice }),
  });
}
/** Two tasks: the first makes a and b, the second changes a, removes b and makes c. */
async function twoTasks() {
  await run('Make a and b\nwith care', async () => {
    await write('a.txt', 'a1');
    await write('src/b.txt', 'b1');
  });
  await run('Change them', async () => {
    await write('a.txt', 'a2');
    await agent.remove(pathOf('src/b.txt'));
    await write('deep/er/c.txt', 'c1');
  });
}
const texts = () => ['a.txt', 'src/b.txt', 'deep/er/c.txt'].map((path) => plain.text(path));
const textOf = (content: PastContent | null) => (content?.kind === 'file' ? new TextDecoder().decode(content.bytes) : null);
const notices = () => $notices.get().map(({ message }) => message);

test('every task is a checkpoint with its message, the files it changed and what going back would change', async () => {
  await twoTasks();
  expect(await service.listCheckpoints()).toMatchObject([
    { kind: 'task', label: 'Change them', changedFiles: 3, differs: 3 },
    { kind: 'task', label: 'Make a and b', changedFiles: 2, differs: 2 },
  ]);
});

test('a task is named by the words of its user, never by what the model reads about an attachment', async () => {
  const pasted = attachmentPart({ source: { kind: 'paste', number: 1 }, text: 'a log', isCut: false });
  for (const parts of [[pasted], [{ type: 'text' as const, text: 'Fix this' }, pasted]]) {
    await append({ type: 'user-message', message: { id: `m${parts.length}`, role: 'user', parts }, mode: 'agent' });
    await append({ type: 'run-started', maxIterations: 25 });
    await append({ type: 'run-ended', outcome: 'completed' });
  }
  expect((await service.listCheckpoints()).map(({ label }) => label)).toEqual(['Fix this', 'Attachments']);
});

test('undo takes the last task back, tells the agent, and can be undone itself; the next undo takes the task before', async () => {
  await twoTasks();
  await service.undoLastRun();
  expect(texts()).toEqual(['a1', 'b1', null]);
  expect(stops).toBe(0);
  expect(remarks[0]).toContain('before the task “Change them”. Written back: a.txt, src/b.txt. Removed: deep/er/c.txt.');
  expect(await plain.kindOf(pathOf('deep'))).toBeNull();
  expect((await service.listCheckpoints())[0]).toMatchObject({ kind: 'restore', label: 'Change them', differs: 3 });
  const [notice] = $notices.get();
  expect(notice).toMatchObject({
    level: 'info',
    message: '3 files are back to what they were before “Change them”.',
    action: { label: 'Undo' },
  });

  notice?.action?.run();
  await service.restoreCheckpoint(-1);
  expect(texts()).toEqual(['a2', null, 'c1']);
  expect(remarks[1]).toContain('before an earlier restore');

  await service.undoLastRun();
  await service.undoLastRun();
  expect(texts()).toEqual([null, null, null]);
  await service.undoLastRun();
  expect(notices().at(-1)).toContain('No task of this chat has changes left');
});

test("what is restored is journalled as the user's, after an event that says so", async () => {
  await twoTasks();
  const before = (await journal.load(chatId)).records.length;
  status = 'executing';
  const [newest] = await service.listCheckpoints();
  await service.restoreCheckpoint(newest?.sequence ?? -1);
  // A working agent is stopped first.
  expect(stops).toBe(1);
  const events = (await journal.load(chatId)).records.slice(before).map(({ event }) => event);
  expect(events.map(({ type }) => type)).toEqual(['checkpoint-restored', 'file-removed', 'file-changed', 'file-changed']);
  expect(events.every((event) => event.type === 'checkpoint-restored' || ('by' in event && event.by === 'user'))).toBe(true);
  await service.restoreCheckpoint(newest?.sequence ?? -1);
  expect(notices().at(-1)).toContain('nothing to restore');
});

test('ignored folders stay as they are, and a folder that still holds something stays', async () => {
  await run('Install', async () => {
    await write('pkg/index.js', 'x');
    await write('pkg/node_modules/dep/index.js', 'dep');
  });
  await service.undoLastRun();
  expect(plain.text('pkg/index.js')).toBeNull();
  expect(plain.text('pkg/node_modules/dep/index.js')).toBe('dep');
});

test('a task that a guard stopped and that continued is one task', async () => {
  const standing: SessionNotice = { type: 'failed-fix', error: 'x', attempts: ['a', 'b'] };
  await run('Fix it', () => write('a.txt', 'one'), standing);
  await run('Try again', () => write('a.txt', 'two'), standing);
  await service.undoLastRun();
  expect(plain.text('a.txt')).toBeNull();
  expect(remarks[0]).toContain('“Fix it”');
});

test('messages that waited for the end of a task name the tasks they began; what steered a task names none', async () => {
  await say('First');
  await append({ type: 'run-started', maxIterations: 25 });
  await say('Second', 'after-task');
  await say('not this', 'after-step');
  await append({ type: 'run-started', maxIterations: 25 });
  await append({ type: 'run-started', maxIterations: 25 });
  expect((await service.listCheckpoints()).map(({ label }) => label)).toEqual(['The next task', 'Second', 'First']);
});

test('a version whose content is gone is said, and nothing is changed', async () => {
  await twoTasks();
  const read = store.read.bind(store);
  store.read = async (hash) => (new TextDecoder().decode((await read(hash)) ?? undefined) === 'b1' ? null : read(hash));
  await service.undoLastRun();
  expect(notices().at(-1)).toContain('the content of src/b.txt at that time is missing');
  expect(texts()).toEqual(['a2', null, 'c1']);
});

test('a write that fails in the middle is reported with how far it came, and once more does the rest', async () => {
  await twoTasks();
  const writeFile = plain.writeFile.bind(plain);
  plain.writeFile = async () => Promise.reject(new Error('the runtime is gone'));
  await service.undoLastRun();
  expect(notices().at(-1)).toContain('1 of 3 files were restored, then a.txt failed: the runtime is gone.');
  expect(remarks).toHaveLength(1);
  plain.writeFile = writeFile;
  const before = (await service.listCheckpoints()).find(({ kind }) => kind === 'task');
  await mirror.open({ chatId, projectId: projectIdSchema.parse(chatId) }, []);
  await service.restoreCheckpoint(before?.sequence ?? -1);
  expect(plain.text('deep/er/c.txt')).toBeNull();
});

test('a checkpoint nobody knows and no open chat are said', async () => {
  await service.restoreCheckpoint(99);
  expect(notices().at(-1)).toContain('no such checkpoint');
  hasSession = false;
  expect(await service.listCheckpoints()).toEqual([]);
  await service.undoLastRun();
  expect(notices().at(-1)).toContain('no chat');
});

test('a long message makes a short label, and many files are counted', async () => {
  await run(`Do ${'x'.repeat(300)}`, async () => {
    for (let index = 0; index < 45; index++) await write(`f${String(index).padStart(2, '0')}.txt`, 'x');
  });
  const [checkpoint] = await service.listCheckpoints();
  expect(checkpoint?.label).toHaveLength(120);
  await service.undoLastRun();
  expect(remarks[0]).toContain('f39.txt and 5 more.');
});

test('only some of the files go back where the user says so; the task that made them is still the last one', async () => {
  await twoTasks();
  const [newest] = await service.listCheckpoints();
  const sequence = newest?.sequence ?? expect.unreachable();
  expect(await service.listCheckpointFiles(sequence)).toEqual(['a.txt', 'deep/er/c.txt', 'src/b.txt']);
  await service.restoreCheckpoint(sequence, ['src/b.txt']);
  expect(texts()).toEqual(['a2', 'b1', 'c1']);
  expect(remarks[0]).toContain('Written back: src/b.txt.');
  await service.undoLastRun();
  expect(texts()).toEqual(['a1', 'b1', null]);
});

test('a checkpoint has the name that the user gives it, until that is taken back', async () => {
  await twoTasks();
  const names = async () => (await service.listCheckpoints()).map(({ bookmark }) => bookmark);
  const sequence = (await service.listCheckpoints())[1]?.sequence ?? expect.unreachable();
  await service.nameCheckpoint(sequence, '  It worked here  ');
  expect(await names()).toEqual([null, 'It worked here']);
  await service.nameCheckpoint(sequence, '');
  expect(await names()).toEqual([null, null]);
  await service.nameCheckpoint(99_999, 'nowhere');
  expect(notices()).toEqual(['The checkpoint was not named: There is no such checkpoint in this chat.']);
});

test('the agent can list the versions of a file, with the task that made each, and read one', async () => {
  await twoTasks();
  const versions = createFileVersions({ chatId, journal, store, mirror });
  const listed = await versions.list('a.txt');
  expect(listed).toMatchObject([
    { by: 'agent', size: 2, task: 'Change them' },
    { by: 'agent', size: 2, task: 'Make a and b' },
  ]);
  expect((await versions.list('src/b.txt'))[0]).toMatchObject({ size: null, task: 'Change them' });
  const read = async (path: string, version: number) => textOf(await versions.read(path, version));
  expect(await read('a.txt', listed[1]?.version ?? -1)).toBe('a1');
  expect(listed.map(({ version }) => version)).toEqual([2, 1]);
  expect(await read('src/b.txt', 3)).toBeNull();
});

test('the agent finds tasks and steps by the label that the user gave, and reads a file as it was before', async () => {
  await twoTasks();
  const versions = createFileVersions({ chatId, journal, store, mirror });
  const task = (await service.listCheckpoints())[0]?.sequence ?? expect.unreachable();
  await service.nameCheckpoint(task, 'before the change');
  const step = (await service.listSteps()).at(-1)?.sequence ?? expect.unreachable();
  await service.nameCheckpoint(step, 'the change');
  expect((await service.listSteps()).at(-1)?.name).toBe('the change');
  const places = await versions.places();
  expect(places.map((place) => place.step)).toEqual(places.map((place) => place.step).toSorted((a, b) => b - a));
  expect(places.filter(({ label }) => label !== null)).toMatchObject([
    { step, label: 'the change' },
    { step: task, label: 'before the change', what: 'Change them' },
  ]);
  const read = async (path: string, before: number) => textOf(await versions.readBefore(path, before));
  expect([await read('a.txt', task), await read('src/b.txt', task), await read('a.txt', 0)]).toEqual(['a1', 'b1', null]);
  expect(await read('src/b.txt', 99_999)).toBeNull();
});

test('the agent is given what differs since a task began, whose doing it is, and which of the steps are its own', async () => {
  await twoTasks();
  await mirror.journaled(plain, 'user').writeFile(pathOf('mine.txt'), new TextEncoder().encode('m'));
  await write('a.txt', 'a3');
  await write('a.txt', 'a1');
  const versions = createFileVersions({ chatId, journal, store, mirror });
  const places = await versions.places();
  expect(places.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
    'agent: Wrote a.txt',
    'other: The user: Wrote mine.txt',
    'agent: Wrote a.txt and 2 more',
    'task: Change them',
    'agent: Wrote a.txt and 1 more',
    'task: Make a and b',
  ]);
  const task = places.find(({ kind }) => kind === 'task')?.step ?? expect.unreachable();
  const changed = (await versions.changedSince(task)).map(({ path, before, by }) => [path, textOf(before), by]);
  expect(changed).toEqual([
    ['deep/er/c.txt', null, ['agent']],
    ['mine.txt', null, ['user']],
    ['src/b.txt', 'b1', ['agent']],
  ]);
  const [first] = await versions.list('src/b.txt');
  expect(places.find(({ step }) => step === first?.step)?.what).toBe('Wrote a.txt and 2 more');
});

test('a run that begins with the answer to a question continues the task of before', async () => {
  await run('Make a', () => write('a.txt', 'a1'), { type: 'loop', toolName: 'x', times: 3 });
  await run('Continue', () => write('a.txt', 'a2'));
  const versions = createFileVersions({ chatId, journal, store, mirror });
  const starts = (await versions.places()).filter(({ kind }) => kind === 'task');
  expect(starts.map(({ what }) => what)).toEqual(['Make a']);
});
