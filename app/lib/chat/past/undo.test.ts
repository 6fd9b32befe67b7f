import { createHash } from 'node:crypto';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { INITIAL_CONVERSATION } from '../../agent/session/conversation-state.ts';
import { openDatabase } from '../../persistence/database.ts';
import { createJournalStore, type JournalStore } from '../../persistence/journal-store.ts';
import { createProjectFileStore } from '../../persistence/project-file-store.ts';
import { createProjectMirror, type ProjectMirror } from '../../project/project-mirror.ts';
import { type ChatId, type ContentHash, projectIdSchema, stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace, WorkspacePath } from '../../runtime/types.ts';
import { $undoQuestion } from '../../stores/past.ts';
import { $notices } from '../../stores/workbench.ts';
import { createNoticeService } from '../../workbench/notice-service.ts';
import { type CheckpointActions, createCheckpointService } from '../checkpoint-service.ts';

const chatId = 'chat-1' as ChatId;
const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);

const noChat = {
  chat: { sendMessage: () => expect.unreachable(), openChat: () => expect.unreachable() },
  ids: { next: () => expect.unreachable() },
};

let journal: JournalStore;
let mirror: ProjectMirror;
let plain: MemoryWorkspace;
let agent: Workspace;
let user: Workspace;
let program: Workspace;
let remarks: string[];
let service: CheckpointActions;
let calls: number;

async function setUp() {
  globalThis.indexedDB = new IDBFactory();
  $notices.set([]);
  $undoQuestion.set(null);
  const database = await openDatabase('test', { onClosed: () => expect.unreachable() });
  let time = 0;
  calls = 0;
  journal = createJournalStore(database, () => ++time);
  const store = createProjectFileStore(database);
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
  user = mirror.journaled(plain, 'person');
  program = mirror.journaled(plain, 'runtime');
  remarks = [];
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
  service = createCheckpointService({
    session: () => session,
    journal,
    store,
    mirror,
    workspace: user,
    notices: createNoticeService(),
    ...noChat,
  });
}
beforeEach(setUp);

const append = (event: JournalEvent) => journal.append(chatId, event);
const write = (path: string, text: string, by = agent) => by.writeFile(pathOf(path), new TextEncoder().encode(text));

/** A step of the model with calls, each with what it does and says. */
async function step(...work: (() => Promise<readonly ToolEffect[]>)[]) {
  const stepId = stepIdSchema.parse(`step-${++calls}`);
  await append({ type: 'step-started', stepId, modelId: 'm' });
  await append({ type: 'step-finished', stepId, parts: [], finishReason: 'tool-calls', usage: {} });
  for (const each of work) {
    const toolCallId = toolCallIdSchema.parse(`call-${++calls}`);
    await append({ type: 'tool-call-started', toolCallId });
    const effects = await each();
    await append({ type: 'tool-call-succeeded', toolCallId, output: {}, durationMs: 1, effects: [...effects] });
  }
}
const writes = (path: string, text: string) => async (): Promise<readonly ToolEffect[]> => {
  await write(path, text);
  return [{ type: 'file-modified', path }];
};
const runs = (command: string, path: string, text: string) => async (): Promise<readonly ToolEffect[]> => {
  await write(path, text, program);
  return [{ type: 'command-ran', command, status: 'completed', exitCode: 0, errors: [] }];
};
const steps = () => service.listSteps();
const labels = async () => (await steps()).map(({ label }) => label);
const sequenceOf = async (index: number) => (await steps()).at(index)?.sequence ?? expect.unreachable();
const notice = () => $notices.get().at(-1)?.message ?? '';
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

test('steps are named by what they did: writes of one answer together, each command by itself, the user and programs apart', async () => {
  await append({ type: 'run-started', maxIterations: 25 });
  await step(writes('src/App.tsx', 'a'), writes('b.css', 'b'), writes('c.ts', 'c'), runs('npm install', 'package-lock.json', '{}'));
  await step(async () => {
    await agent.rename(pathOf('b.css'), pathOf('d.css'));
    return [{ type: 'file-renamed', from: 'b.css', to: 'd.css' }];
  });
  await step(async () => {
    await agent.remove(pathOf('c.ts'));
    return [{ type: 'file-deleted', path: 'c.ts' }];
  });
  await append({ type: 'run-ended', outcome: 'completed' });
  await write('notes.md', 'mine', user);
  await write('log.txt', 'line', program);
  expect(await labels()).toEqual([
    'Wrote src/App.tsx and 2 more',
    'npm install',
    'Renamed b.css to d.css',
    'Removed c.ts',
    'You: Wrote notes.md',
    'Programs: Wrote log.txt',
  ]);
});

test('undo takes back the last step only, says so to the agent, and is itself taken back byte for byte', async () => {
  await step(writes('a.txt', 'a1'));
  await step(writes('a.txt', 'a2'), runs('npm install', 'lock', '1'));
  await service.undoLastStep();
  expect([plain.text('a.txt'), plain.text('lock')]).toEqual(['a2', null]);
  expect(remarks[0]).toContain('The user took back this step: “npm install”. Removed: lock.');
  expect(remarks[0]).toContain("outside of the project's files (installed packages, databases, processes) was not undone: npm install.");
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBe('a1');
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBeNull();
  await service.undoLastStep();
  expect(notice()).toContain('No step of this chat has changes left');
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([false, false, false, true, true, true]);

  await service.undoStep(await sequenceOf(-1));
  expect(plain.text('a.txt')).toBe('a1');
  expect((await steps())[0]?.isInEffect).toBe(true);
  expect(await labels()).toContain('Took back “Took back “Wrote a.txt””');
  await service.undoLastStep();
  expect(plain.text('a.txt')).toBeNull();
});

test('a step that others build on is asked about; merged, later lines stay', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')), writes('b.txt', 'b'));
  await write('a.txt', LINES.replace('one', 'ONE').replace('five', 'FIVE'), user);
  await service.undoLastStep();
  expect($undoQuestion.get()).toMatchObject({
    label: 'Wrote a.txt and 1 more',
    later: [{ label: 'You: Wrote a.txt' }],
    merged: ['a.txt'],
    conflicts: [],
    exact: 1,
  });
  expect(plain.text('b.txt')).toBe('b');
  await service.answerUndo('merge');
  expect($undoQuestion.get()).toBeNull();
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual([LINES.replace('five', 'FIVE'), null]);
  expect(remarks[0]).toContain('Later changes kept, the rest written back: a.txt.');
});

test('together, the later steps go too', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')));
  await step(writes('a.txt', LINES.replace('one', 'ONE').replace('two', 'TWO')), writes('b.txt', 'b'));
  await step(writes('c.txt', 'c'));
  await service.undoStep(await sequenceOf(1));
  expect($undoQuestion.get()).toMatchObject({ conflicts: [{ path: 'a.txt', lines: [{ now: 'ONE\nTWO\n', before: 'one\ntwo\n' }] }] });
  await service.answerUndo('together');
  expect([plain.text('a.txt'), plain.text('b.txt'), plain.text('c.txt')]).toEqual([LINES, null, 'c']);
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([true, false, false, true, true]);
});

test('conflicts are never written: the file stays, and that is said', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')), writes('b.txt', 'b'));
  await step(writes('a.txt', LINES.replace('one', 'ONCE')));
  await service.undoStep(await sequenceOf(1));
  await service.answerUndo('merge');
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual([LINES.replace('one', 'ONCE'), null]);
  expect(notice()).toContain('1 file was left as it is.');
  expect(remarks[0]).toContain('Left as they are, since later changes touch the same lines: a.txt.');
  // The rest of the step is still in effect.
  expect((await steps())[1]?.isInEffect).toBe(true);
});

test('what has changed since the question is asked about again, and a cancelled one changes nothing', async () => {
  await step(writes('a.txt', LINES));
  await step(writes('a.txt', LINES.replace('one', 'ONE')));
  await write('a.txt', LINES.replace('one', 'ONE').replace('five', 'FIVE'), user);
  await service.undoLastStep();
  await append({ type: 'run-ended', outcome: 'stopped' });
  await write('a.txt', LINES.replace('one', 'mine').replace('five', 'FIVE'), user);
  await service.answerUndo('merge');
  expect($undoQuestion.get()?.conflicts).toHaveLength(1);
  await service.answerUndo('cancel');
  expect($undoQuestion.get()).toBeNull();
  expect(plain.text('a.txt')).toBe(LINES.replace('one', 'mine').replace('five', 'FIVE'));
});

test('one file of a step goes back alone; what each step changed, and since then, can be seen', async () => {
  await step(writes('a.txt', 'a1'), writes('b.txt', 'b1'));
  await step(writes('a.txt', 'a2'), writes('b.txt', 'b2'));
  const second = await sequenceOf(1);
  expect(await service.listStepChanges(second)).toEqual([
    { path: 'a.txt', kind: 'modified', before: 'a1', after: 'a2' },
    { path: 'b.txt', kind: 'modified', before: 'b1', after: 'b2' },
  ]);
  await service.undoStep(second, 'b.txt');
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual(['a2', 'b1']);
  expect(await service.listChangesSince(second)).toEqual([{ path: 'a.txt', kind: 'modified', before: 'a1', after: 'a2' }]);
});

test('the files go back to before any step', async () => {
  await step(writes('a.txt', 'a1'));
  await step(writes('a.txt', 'a2'));
  await step(writes('b.txt', 'b1'));
  await service.restoreCheckpoint(await sequenceOf(1));
  expect([plain.text('a.txt'), plain.text('b.txt')]).toEqual(['a1', null]);
  expect((await steps()).map(({ isInEffect }) => isInEffect)).toEqual([true, false, false, true]);
  expect(remarks[0]).toContain('before the step “Wrote a.txt”');
});

type Act = { type: 'write' | 'remove' | 'rename' | 'command'; file: number; to: number; line: number; text: string };
const act = fc.record({
  type: fc.constantFrom('write' as const, 'write' as const, 'remove' as const, 'rename' as const, 'command' as const),
  file: fc.nat(2),
  to: fc.nat(2),
  line: fc.nat(4),
  text: fc.constantFrom('x', 'y', 'z'),
});
const NAMES = ['a.txt', 'dir/b.txt', 'c.txt'];

async function perform({ type, file, to, line, text }: Act): Promise<readonly ToolEffect[]> {
  const path = NAMES[file] ?? expect.unreachable();
  const target = NAMES[to] ?? expect.unreachable();
  const lines = (plain.text(path) ?? LINES).split('\n');
  const changed = lines.with(line % lines.length, text).join('\n');
  if (type === 'command') return runs('npm run x', path, changed)();
  if (type === 'write') return writes(path, changed)();
  if (plain.text(path) === null || path === target) return [];
  if (type === 'remove') await agent.remove(pathOf(path));
  else await agent.rename(pathOf(path), pathOf(target));
  return [];
}
const all = () => NAMES.map((name) => plain.text(name));

test('undoing any steps and redoing that gives the same bytes; undoing the last one gives what was before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), fc.nat(), async (acts, pick) => {
      await setUp();
      const states = [all()];
      for (const each of acts) {
        const known = (await steps()).length;
        await step(() => perform(each));
        if ((await steps()).length > known) states.push(all());
      }
      const count = (await steps()).length;
      if (count === 0) return;
      expect(count).toBe(states.length - 1);
      await service.undoStep(await sequenceOf(-1));
      expect(all()).toEqual(states.at(-2));
      await service.undoStep(await sequenceOf(-1));
      expect(all()).toEqual(states.at(-1));

      const before = (await steps()).length;
      await service.undoStep(await sequenceOf(pick % count));
      if ($undoQuestion.get() !== null) await service.answerUndo(pick % 2 === 0 ? 'merge' : 'together');
      if ((await steps()).length > before) await service.undoStep(await sequenceOf(-1));
      expect($undoQuestion.get()).toBeNull();
      expect(all()).toEqual(states.at(-1));
    }),
    { numRuns: 25 },
  );
}, 60_000);
