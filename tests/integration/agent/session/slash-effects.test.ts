import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat, $chats } from '../../../../app/lib/stores/chat.ts';
import { $files } from '../../../../app/lib/stores/files.ts';
import { $settings } from '../../../../app/lib/stores/settings.ts';
import { $commandSheet } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** What a slash command does to the app as it is composed: the chat, the files, the settings, what a model is sent. */
let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  $commandSheet.set(null);
  await app.actions.chat.newChat();
});

const type = (line: string) => app.actions.chat.send(line);
const write = (path: string) => call({ toolName: 'devonz_write_file', input: { path, content: 'x' }, toolCallId: path });
const completed = () => expect.poll(() => $chat.get().status).toBe('completed');

test('/agent turns agent mode on and gives the task to a model that has tools', async () => {
  app.actions.settings.updateAgentSettings({ enabled: false });
  model.add(say('Built.'));
  await type('/agent Build a list');
  await completed();
  expect($settings.get().agent.enabled).toBe(true);
  expect(model.requests[0]).toMatchObject({ mode: 'agent', messages: [{ parts: [{ type: 'text', text: 'Build a list' }] }] });
});

test('/undo takes back what the last run changed', async () => {
  model.add(write('made.txt'), say('Made.'));
  await type('/agent Make a file');
  await completed();
  expect($files.get().has('made.txt')).toBe(true);
  await type('/undo');
  await expect.poll(() => $files.get().has('made.txt')).toBe(false);
});

test('/cmd runs the command without a question, and the model learns of it with the next message', async () => {
  model.add(say('Hello.'), say('I see.'));
  await type('Hi');
  await completed();
  app.workspace().script('npm test', { exitCode: 1, output: '1 failed' });
  await type('/cmd npm test');
  expect(model.requests).toHaveLength(1);
  await type('And now?');
  await expect.poll(() => model.requests.length).toBe(2);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('1 failed');
});

test('/stop ends a model that says nothing more', async () => {
  model.add({ ...say('Well'), ending: 'hang' });
  await type('/agent Wait');
  await expect.poll(() => model.requests.length).toBe(1);
  await type('/stop');
  await expect.poll(() => $chat.get().status).toBe('idle');
  expect(model.signals[0]?.aborted).toBe(true);
});

test('/new leaves the chat in the list and begins another', async () => {
  model.add(say('Hello.'));
  await type('Remember me');
  await completed();
  const { chatId } = $chat.get();
  await type('/new');
  expect($chat.get()).toMatchObject({ chatId: null, messages: [] });
  expect($chats.get().map((chat) => chat.chatId)).toContain(chatId);
});

test('/help and /routines show their sheets, and no model is asked', async () => {
  await type('/help');
  expect($commandSheet.get()?.rows.map(({ name }) => name)).toContain('/undo');
  await type('/routines');
  expect($commandSheet.get()?.title).toBe('Routines');
  expect(model.requests).toEqual([]);
});
