// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Conversation } from '../../../../app/components/chat/conversation/conversation.tsx';
import type { ToolView } from '../../../../app/components/chat/tool-views/tool-view.ts';
import { TOOL_VIEWS } from '../../../../app/components/chat/tool-views/tool-view-list.ts';
import { toolViews } from '../../../../app/components/chat/tool-views/tool-views-context.ts';
import { ReadyWorkbench } from '../../../../app/components/page/workbench-context.tsx';
import { fakeActions } from '../../../../app/components/testing/fake-actions.ts';
import type { ToolDefinition } from '../../../../app/lib/agent/contract/tool-definition.ts';
import { taskCalls } from '../../../../app/lib/agent/conversation/session-facts.ts';
import { workReport } from '../../../../app/lib/agent/conversation/work-report.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testSession, webCryptoHasher } from '../../../../app/lib/agent/testing/test-session.ts';
import { openDatabase } from '../../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../../app/lib/persistence/journal-store.ts';
import { createProjectFileStore } from '../../../../app/lib/persistence/project-file-store.ts';
import type { FolderBatches } from '../../../../app/lib/project/attach/record-folder.ts';
import type { ProjectIdentity } from '../../../../app/lib/project/project-identity.ts';
import { createProjectMirror } from '../../../../app/lib/project/project-mirror.ts';
import { createProjectService } from '../../../../app/lib/project/project-service.ts';
import { projectIdSchema } from '../../../../app/lib/protocol/ids.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { RuntimeService } from '../../../../app/lib/runtime/runtime-service.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../../app/lib/stores/chat.ts';
import { defineTool } from '../../../../app/lib/tools/define-tool.ts';
import { failure } from '../../../../app/lib/tools/failure.ts';
import { fileArgument } from '../../../../app/lib/tools/files/path-argument.ts';
import { TOOLS } from '../../../../app/lib/tools/index.ts';

/** A tool as a contributor would add it: this is its file … */
const copyFileTool = defineTool({
  name: 'copy_file',
  kind: 'write',
  description: 'Copy a file of the project.',
  schema: z.object({ from: z.string(), to: z.string() }),
  stub: (_output, input) => ({ stub: `A file was copied: ${JSON.stringify(input)}` }),
  async plan({ from, to }, { workspace }) {
    const source = fileArgument(from, workspace.projectRoot());
    if (!source.ok) return source;
    const target = fileArgument(to, workspace.projectRoot());
    if (!target.ok) return target;
    if ((await workspace.kindOf(target.path)) !== null) return failure('failed', `${to} exists already.`);
    const after = await workspace.readFile(source.path);
    const changes = [{ path: target.path, before: null, after }] as const;
    return { ok: true, intent: { kind: 'change' as const, summary: `copy ${from} to ${to}`, changes, guards: [] } };
  },
  async run({ from }, { workspace }, { changes: [{ path, after }] }) {
    await workspace.writeFile(path, after);
    return { ok: true, output: { from, path, content: new TextDecoder().decode(after) }, effects: [{ type: 'file-created', path }] };
  },
});

/** … this is its optional view … */
const copyFileView: ToolView = {
  icon: 'i-lucide-copy',
  doing: () => 'Copying',
  done: () => 'Copied',
  subject: (input) => (typeof input === 'object' && input !== null && 'to' in input ? `to ${String(input.to)}` : ''),
};

/** … and these are the entries in the two lists. */
const tools = registryOf([...TOOLS, copyFileTool]);
const views = toolViews({ ...TOOL_VIEWS, copy_file: copyFileView });

function registryOf(list: readonly ToolDefinition[]) {
  return { tools: list, get: (name: string) => list.find((tool) => tool.name === name) };
}

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

/** Creates a project whose files are recorded as in the page, and lists what its Changes tab shows. */
async function recordedProject(files: Record<string, string>) {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const database = await openDatabase('test', { onClosed: () => undefined });
  const store = createProjectFileStore(database);
  const journal = createJournalStore(database, () => 1);
  const onError = (message: string) => expect.unreachable(message);
  const mirror = createProjectMirror({ journal, store, hasher: webCryptoHasher, now: () => 1, onError });
  await mirror.open({ chatId: TEST_CHAT, projectId: projectIdSchema.parse(TEST_CHAT) }, []);
  const workspace = mirror.journaled(new MemoryWorkspace(files), 'agent');
  // Partial services: the list of changes uses neither.
  const project = createProjectService({
    mirror,
    store,
    runtime: {} as RuntimeService,
    identity: {} as ProjectIdentity,
    batches: {} as FolderBatches,
  });
  return { workspace, changes: () => project.changes(), settled: () => mirror.settled() };
}

function show(state: ReturnType<ReturnType<typeof testSession>['session']['state']>, shownViews: typeof views) {
  $chat.set({ ...INITIAL_CHAT_STATE, ...state, work: workReport({ calls: taskCalls(state), fileLog: state.fileLog }) });
  render(
    <ReadyWorkbench actions={fakeActions()}>
      <Conversation approvals={null} views={shownViews} />
    </ReadyWorkbench>,
  );
  return within(screen.getByRole('log', { name: 'Conversation' }));
}

test('a tool of one file and a line is run by the session, and is seen in the conversation, the Changes tab and the summary', async () => {
  const { workspace, changes, settled } = await recordedProject({ 'a.txt': 'text\n' });
  const copy = call({ toolName: 'copy_file', input: { from: 'a.txt', to: 'b.txt' } });
  const transport = new ScriptedTransport(copy, say('Copied.'));
  const { session, say: tell } = testSession({ transport, workspace, tools, agent: { autoApproveFileCreation: true } });
  await tell('Copy it');
  await settled();
  expect(session.state()).toMatchObject({ status: 'completed', filesCreated: ['b.txt'] });
  expect(await changes()).toMatchObject([{ path: 'b.txt', kind: 'added' }]);

  const log = show(session.state(), views);
  expect(log.getByRole('article', { name: 'Copied to b.txt, copy_file, success' })).toBeTruthy();
  const summary = within(log.getByRole('article', { name: 'Complete' }));
  expect(summary.getByText(/1 step in 2 requests · 1 file created/)).toBeTruthy();
  expect(summary.getByRole('listitem', { name: 'b.txt, created' })).toBeTruthy();
});

test('of its old results the history keeps what the tool says', async () => {
  const { workspace } = await recordedProject({ 'a.txt': 'text '.repeat(4_000) });
  const copies = Array.from({ length: 8 }, (_, index) => ({
    ...call({ toolName: 'copy_file', input: { from: 'a.txt', to: `b${index}.txt` }, toolCallId: `c${index}` }),
    usage: { inputTokens: 0, outputTokens: 0 },
  }));
  const transport = new ScriptedTransport(...copies, say('Copied.'));
  const agent = { autoApproveFileCreation: true };
  const { session, journal, say: tell } = testSession({ transport, workspace, tools, contextWindow: 40_000, agent });
  await tell('Copy it');
  expect(session.state().status).toBe('completed');
  expect(journal.types()).toContain('outputs-stubbed');
  const sent = transport.requests.at(-1)?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'dynamic-tool'));
  expect(sent?.[0]).toMatchObject({ output: 'A file was copied: {"from":"a.txt","to":"b0.txt"}' });
});

test('without a view its name is shown in words, with its arguments and its result folded behind it; what hides in them is written out', async () => {
  const { workspace } = await recordedProject({ 'a.txt': `evil\u202etxt.exe\n${'long\n'.repeat(600)}` });
  const transport = new ScriptedTransport(call({ toolName: 'copy_file', input: { from: 'a.txt', to: 'b.txt' } }), say('Copied.'));
  const { session, say: tell } = testSession({ transport, workspace, tools, agent: { autoApproveFileCreation: true } });
  await tell('Copy it');
  const card = within(show(session.state(), toolViews(TOOL_VIEWS)).getByRole('article', { name: 'Copy file, copy_file, success' }));
  expect(card.queryByRole('region', { name: 'Arguments' })).toBeNull();
  fireEvent.click(card.getByRole('button', { name: /Copy file/ }));
  expect(card.getByRole('region', { name: 'Arguments' }).textContent).toContain('to: b.txt');
  const result = card.getByRole('region', { name: 'Result' });
  expect(result.textContent).toContain('evil‹U+202E›txt.exe');
  expect(result.textContent?.length).toBeLessThan(2_500);
  expect(within(result).getByRole('button', { name: 'Show all' })).toBeTruthy();
});
