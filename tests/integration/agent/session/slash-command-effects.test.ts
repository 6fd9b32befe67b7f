import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import type { Checkpoint } from '../../../../app/lib/chat/checkpoints.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { $chat, $chats, $viewStart } from '../../../../app/lib/stores/chat.ts';
import { $files } from '../../../../app/lib/stores/files.ts';
import { $settings } from '../../../../app/lib/stores/settings.ts';
import { $commandSheet, $notices } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** The effects of slash commands on the composed app, not the functions they call. */
let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  await app.actions.chat.newChat();
  $notices.set([]);
  $commandSheet.set(null);
  $viewStart.set(null);
});

const write = (path: string) => call({ toolName: 'devonz_write_file', input: { path, content: path }, toolCallId: path });
const completed = () => expect.poll(() => $chat.get().status).toBe('completed');
const shownTexts = () => $chat.get().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));

async function exchange(text: string, answer: string): Promise<void> {
  model.add(say(answer));
  await app.actions.chat.send(text);
  await expect.poll(shownTexts).toContain(answer);
  await completed();
}

test('/clear clears the view and keeps the history: the model and a later visit still have all of it', async () => {
  await exchange('My name is Ada.', 'Hello, Ada.');
  const { chatId } = $chat.get();
  await app.actions.chat.send('/clear');
  expect($viewStart.get()).toEqual({
    chatId,
    messageId: $chat.get().messages.at(-1)?.id,
    parts: $chat.get().messages.at(-1)?.parts.length,
  });
  expect($chat.get().chatId).toBe(chatId);
  expect(model.requests).toHaveLength(1);
  await exchange('What is my name?', 'Ada.');
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('My name is Ada.');
  await app.actions.chat.newChat();
  await app.actions.chat.openChat(chatId ?? '');
  expect(shownTexts()).toEqual(['My name is Ada.', 'Hello, Ada.', 'What is my name?', 'Ada.']);
});

test.each(['/new', '/exit'])('%s leaves the chat for a new one; it stays in the list', async (line) => {
  await exchange('Hello', 'Hi.');
  const { chatId } = $chat.get();
  await app.actions.chat.send(line);
  expect($chat.get()).toMatchObject({ chatId: null, messages: [] });
  expect($chats.get().map((chat) => chat.chatId)).toContain(chatId);
});

test.each(['/hepl me', '/home/Project is broken', '//comment', '/'])(
  '%s is no command: it is not sent, that is said, and it can be sent',
  async (line) => {
    await app.actions.chat.send(line);
    expect($chat.get()).toMatchObject({ chatId: null, messages: [] });
    expect(model.requests).toEqual([]);
    const [notice] = $notices.get();
    expect(notice?.message).toContain(`There is no command ${line.split(' ')[0]}.`);
    expect(notice?.message).toContain('Nothing was sent.');
    expect(notice?.action?.label).toBe('Send as a message');
    model.add(say('I see.'));
    notice?.action?.run();
    await expect.poll(shownTexts).toEqual([line, 'I see.']);
  },
);

test('/cmd makes a checkpoint before it runs, and going back to it takes away what came after', async () => {
  model.add(write('before.txt'));
  await exchange('Write a file', 'Written.');
  let known: readonly Checkpoint[] = [];
  app.workspace().script('npm test', async () => {
    known = await app.actions.checkpoints.listCheckpoints();
    return { status: 'completed', exitCode: 0, output: 'passed' };
  });
  await app.actions.chat.send('/cmd npm test');
  expect(known[0]).toMatchObject({ kind: 'command', label: 'npm test' });
  expect([...$chat.get().userCommands.values()]).toMatchObject([{ command: 'npm test', exitCode: 0, output: 'passed' }]);
  model.add(write('after.txt'));
  await exchange('Write another', 'Done.');
  await app.actions.checkpoints.restoreCheckpoint(known[0]?.sequence ?? -1);
  expect(app.workspace().text('before.txt')).toBe('before.txt');
  expect([...$files.get().keys()]).toEqual(['before.txt']);
});

test('/cmd with what is never allowed runs nothing and makes no checkpoint', async () => {
  await exchange('Hello', 'Hi.');
  const before = await app.actions.checkpoints.listCheckpoints();
  await app.actions.chat.send('/cmd rm -rf /');
  expect($notices.get()[0]?.message).toContain('rm -rf / was not run');
  expect(app.workspace().commands).not.toContain('rm -rf /');
  expect(await app.actions.checkpoints.listCheckpoints()).toEqual(before);
});

test('/agent turns agent mode on and gives the task to a model that has tools', async () => {
  app.actions.settings.updateAgentSettings({ enabled: false });
  model.add(say('Built.'));
  await app.actions.chat.send('/agent Build a list');
  await completed();
  expect($settings.get().agent.enabled).toBe(true);
  expect(model.requests[0]).toMatchObject({ mode: 'agent', messages: [{ parts: [{ type: 'text', text: 'Build a list' }] }] });
});

test('/undo takes back what the last run changed', async () => {
  model.add(write('made.txt'), say('Made.'));
  await app.actions.chat.send('/agent Make a file');
  await completed();
  expect($files.get().has('made.txt')).toBe(true);
  await app.actions.chat.send('/undo');
  await expect.poll(() => $files.get().has('made.txt')).toBe(false);
});

test('/cmd runs the command without a question, and the model learns of it with the next message', async () => {
  model.add(say('Hello.'), say('I see.'));
  await app.actions.chat.send('Hi');
  await completed();
  app.workspace().script('npm test', { exitCode: 1, output: '1 failed' });
  await app.actions.chat.send('/cmd npm test');
  expect(model.requests).toHaveLength(1);
  await app.actions.chat.send('And now?');
  await expect.poll(() => model.requests.length).toBe(2);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('1 failed');
});

test('/cmd after a task is none of its steps: what it changes is not counted as the task’s, until the next one', async () => {
  model.add(write('made.txt'), say('Made.'));
  await app.actions.chat.send('/agent Make a file');
  await completed();
  const changed = () => $chat.get().work?.changed.map(({ path }) => path);
  await expect.poll(changed).toEqual(['made.txt']);
  app.workspace().script('npm run generate', async () => {
    for (const name of ['one.txt', 'two.txt']) {
      const path = toWorkspacePath(name) ?? expect.unreachable();
      await app.workspace().writeFile(path, new TextEncoder().encode('generated'));
      app.tell({ type: 'changed', path });
    }
    return { status: 'completed', exitCode: 0, output: '' };
  });
  await app.actions.chat.send('/cmd npm run generate');
  await expect.poll(() => [...$files.get().keys()]).toContain('two.txt');
  expect(changed()).toEqual(['made.txt']);
});

test('/stop ends a model that says nothing more', async () => {
  model.add({ ...say('Well'), ending: 'hang' });
  await app.actions.chat.send('/agent Wait');
  await expect.poll(() => model.requests.length).toBe(1);
  await app.actions.chat.send('/stop');
  await expect.poll(() => $chat.get().status).toBe('idle');
  expect(model.signals[0]?.aborted).toBe(true);
});

test('/help and /routines show their sheets, and no model is asked', async () => {
  await app.actions.chat.send('/help');
  expect($commandSheet.get()?.rows.map(({ name }) => name)).toContain('/undo [task]');
  await app.actions.chat.send('/routines');
  expect($commandSheet.get()?.title).toBe('Routines');
  expect(model.requests).toEqual([]);
});
