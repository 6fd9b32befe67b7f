import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import { readZipDirectory } from '../../../app/lib/project/import/zip-directory.ts';
import type { ChatId } from '../../../app/lib/protocol/ids.ts';
import type { JsonValue } from '../../../app/lib/protocol/json-value.ts';
import { RecordedModel } from '../../../app/lib/replay/recorded-model.ts';
import { createRecordedServer } from '../../../app/lib/replay/recorded-server.ts';
import { runReplay } from '../../../app/lib/replay/run-replay.ts';
import type { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../app/lib/runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../../app/lib/runtime/types.ts';
import { agentEnvironment } from '../../../app/lib/seed-api/environment.ts';
import type { Session } from '../../../app/lib/session-file/session-file-schema.ts';
import { $chat, $chats } from '../../../app/lib/stores/chat.ts';
import { type ComposedWorkbench, composedWorkbench } from '../support/composed-workbench.ts';

let app: ComposedWorkbench;
let model = new ScriptedTransport();
let server: typeof fetch | null = null;

const pathOf = (text: string): WorkspacePath => toWorkspacePath(text) ?? expect.unreachable(text);
const source = () => agentEnvironment()?.app ?? expect.unreachable();
const run = (command: string, toolCallId: string) => use('devonz_run_command', { command }, toolCallId);
const use = (toolName: string, input: JsonValue, toolCallId: string) => call({ toolName, input, toolCallId });

/** Replaces the runtime's programs; the watcher reports their changes. */
function scripted(workspace: MemoryWorkspace): void {
  const done = { status: 'completed', exitCode: 0, output: '' } as const;
  const link = (command: string, target: string, place: string) =>
    workspace.script(command, async () => {
      await workspace.makeLink(pathOf(place), target);
      app.tell({ type: 'changed', path: pathOf(place), isLink: true });
      return done;
    });
  link('ln -s a.txt link', 'a.txt', 'link');
  link('ln -s src folder', 'src', 'folder');
  link('ln -s src b.txt', 'src', 'b.txt');
  link('ln -sf b.txt link', 'b.txt', 'link');
  link('ln -s b.txt src', 'b.txt', 'src');
  workspace.script('rm link', async () => {
    await workspace.remove(pathOf('link'));
    app.tell({ type: 'removed', path: pathOf('link') });
    return done;
  });
}

beforeAll(async () => {
  app = await composedWorkbench(
    () => model,
    {},
    () => server,
    scripted,
  );
});
beforeEach(async () => {
  model = new ScriptedTransport();
  server = null;
  await app.actions.chat.newChat();
});

/** Sends a message and approves every question. */
async function tell(text: string) {
  const session = await source().open(text);
  const stop = source().subscribe((event) => {
    if (event.type === 'approval-requested') void session.answerApproval(event.approval.approvalId, { decision: 'approve' });
  });
  await app.actions.chat.sendMessage(text);
  do await session.settled();
  while (session.state().status === 'waiting_for_approval' && (await new Promise((resolve) => source().subscribe(() => resolve(true)))));
  stop();
}

const there = () => ({
  links: app.workspace().links(),
  files: Object.fromEntries(
    app
      .workspace()
      .paths()
      .map((path) => [path, app.workspace().text(path)]),
  ),
});

/** Runs three tasks: links are created, one of them leads outside, one is removed. Returns the files after each. */
async function linkedProject() {
  const bytes = (text: string) => new TextEncoder().encode(text);
  await app.actions.chat.startWithFiles('Linked', [
    { path: 'a.txt', content: bytes('a') },
    { path: 'b.txt', content: bytes('b') },
    { path: 'src/deep.txt', content: bytes('deep') },
  ]);
  const seen = [];
  for (const [text, ...calls] of [
    ['Link', run('ln -s a.txt link', '1'), run('ln -s src folder', '2')],
    ['Elsewhere', run('ln -sf b.txt link', '3'), use('devonz_write_file', { path: 'c.txt', content: 'c' }, '4')],
    ['Remove', run('rm link', '5')],
  ] as const) {
    model.add(...calls, say(`${text}: done.`));
    await tell(text);
    seen.push(there());
  }
  return seen;
}

const ofUser = () => $chat.get().messages.filter(({ role }) => role === 'user');
const LINKS = { link: 'a.txt', folder: 'src' };

async function recordedSession(): Promise<{ session: Session; bytes: Uint8Array; take(): Promise<ChatId | null> }> {
  const exported = (await app.actions.sessions.exportSession(true)) ?? expect.unreachable();
  const read = (await app.actions.sessions.readSessionFile(exported.blob)) ?? expect.unreachable();
  return { session: read.session, bytes: new Uint8Array(await exported.blob.arrayBuffer()), take: () => read.import(true) };
}

async function playedAgain() {
  const { session } = await recordedSession();
  const recordedModel = new RecordedModel(session.records);
  server = createRecordedServer(session.records, recordedModel);
  await app.actions.chat.newChat();
  return runReplay(session, { actions: app.actions, app: source(), model: recordedModel, workspace: app.workspace(), now: () => 0 });
}

const openProject = () => $chats.get().find(({ chatId }) => chatId === $chat.get().chatId)?.projectId ?? expect.unreachable();

describe('a session with symbolic links', () => {
  test('that is opened again has them where the last task left them', async () => {
    const seen = await linkedProject();
    expect(seen.map(({ links }) => links)).toEqual([LINKS, { ...LINKS, link: 'b.txt' }, { folder: 'src' }]);
    const chatId = $chat.get().chatId ?? expect.unreachable();
    await app.actions.chat.newChat();
    expect(there()).toEqual({ links: {}, files: {} });
    await app.actions.chat.openChat(chatId);
    expect(there()).toEqual(seen[2]);
  });

  test('has in a branch from each message the links and files of that moment', async () => {
    const seen = await linkedProject();
    const chatId = $chat.get().chatId ?? expect.unreachable();
    for (const [index, message] of ofUser().entries()) {
      if (index === 0) continue;
      await app.actions.chat.openChat(chatId);
      await app.actions.checkpoints.branchChat(message.id);
      expect($chat.get().chatId).not.toBe(chatId);
      expect(there()).toEqual(seen[index - 1]);
    }
    await app.actions.chat.openChat(chatId);
    expect(there()).toEqual(seen[2]);
  });

  test('is played again without a difference, also what its user took back', async () => {
    const seen = await linkedProject();
    await app.actions.checkpoints.undoLastStep();
    expect(there().links).toEqual({ ...LINKS, link: 'b.txt' });
    expect(await playedAgain()).toMatchObject({ differences: [], messages: 3, calls: 5 });
    expect(there()).toEqual(seen[1]);
  });

  test.each(['folder', 'folder/deep.txt'])(
    'is played again where another chat has put %s in the place of a link to a folder, and a link in that of a file',
    async (place) => {
      await linkedProject();
      const first = $chat.get().chatId ?? expect.unreachable();
      await app.actions.projects.newChatIn(openProject());
      await app.actions.files.deletePath('folder');
      await app.actions.files.createFile(place);
      await app.actions.files.deletePath('b.txt');
      model.add(run('ln -s src b.txt', '6'), say('Done.'));
      await tell('Another link');
      const last = there();
      expect(last).toMatchObject({ links: { 'b.txt': 'src' }, files: { [place]: '' } });
      await app.actions.chat.openChat(first);
      model.add(say('I see.'));
      await tell('And now?');
      expect(await playedAgain()).toMatchObject({ differences: [], messages: 4 });
      expect(there()).toEqual(last);
    },
  );

  test.each(['a symbolic link', 'a file'])('is played again where another chat has put %s in the place of a folder', async (what) => {
    await linkedProject();
    const first = $chat.get().chatId ?? expect.unreachable();
    await app.actions.projects.newChatIn(openProject());
    await app.actions.files.deletePath('folder');
    await app.actions.files.deletePath('src');
    if (what === 'a file') await app.actions.files.createFile('src');
    else {
      model.add(run('ln -s b.txt src', '6'), say('Done.'));
      await tell('A link there');
    }
    const last = there();
    expect(Object.keys({ ...last.links, ...last.files })).toContain('src');
    await app.actions.chat.openChat(first);
    model.add(say('I see.'));
    await tell('And now?');
    expect(await playedAgain()).toMatchObject({ differences: [], messages: 4 });
    expect(there()).toEqual(last);
  });

  test('says the same bytes again when it is taken over, and is there as it was', async () => {
    const seen = await linkedProject();
    const { bytes, take } = await recordedSession();
    await app.actions.chat.newChat();
    await app.actions.chat.openChat((await take()) ?? expect.unreachable());
    expect(there()).toEqual(seen[2]);
    expect((await recordedSession()).bytes).toEqual(bytes);
  });

  test('is of a project whose copy has the same links, which then go their own way', async () => {
    const seen = await linkedProject();
    const original = $chat.get().chatId ?? expect.unreachable();
    await app.actions.projects.duplicateProject(openProject());
    expect($chat.get().chatId).not.toBe(original);
    expect(there()).toEqual(seen[2]);
    model.add(run('ln -s a.txt link', '6'), say('Done.'));
    await tell('Link again');
    expect(there().links).toEqual(LINKS);
    await app.actions.chat.openChat(original);
    expect(there()).toEqual(seen[2]);
  });

  test('leaves as a zip with its links, which come in again as copies of what they lead to', async () => {
    await linkedProject();
    model.add(run('ln -s a.txt link', '6'), say('Done.'));
    await tell('Link again');
    const { links, files } = there();
    expect(links).toEqual(LINKS);
    const blob = (await app.actions.files.exportZip()) ?? expect.unreachable();
    const directory = readZipDirectory(new Uint8Array(await blob.arrayBuffer()));
    expect(directory.filter(({ mode }) => mode === 0o120777).map(({ name }) => name)).toEqual(Object.keys(links).sort());
    const opened = (await app.actions.projects.openImport({ type: 'zip', name: 'linked.zip', file: blob })) ?? expect.unreachable();
    const planned = await opened.plan({ withIgnored: false });
    const { plan } = planned.ok ? planned : expect.unreachable(planned.why);
    // A copy of a folder is not part of the project's files.
    expect(plan.leftOut).toMatchObject([{ files: 1, reason: 'link' }]);
    expect(await opened.bringIn({ name: 'Back', into: 'new', onProgress: () => undefined })).toMatchObject({ status: 'done' });
    expect(there()).toEqual({ links: {}, files: { ...files, link: 'a' } });
  });
});
