import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat, $chats } from '../../../../app/lib/stores/chat.ts';
import { $files } from '../../../../app/lib/stores/files.ts';
import { $notices } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** Messages that a user sends while the page switches chats, in the composed app. */
let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  await app.actions.chat.newChat();
});

const texts = () => $chat.get().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));

async function tell(text: string, answer: string): Promise<void> {
  model.add(say(answer));
  await app.actions.chat.send(text);
  await expect.poll(texts).toContain(answer);
  await expect.poll(() => $chat.get().status).toBe('completed');
}

test('a message that is sent while a chat is being opened, as after a reload, is that chat’s', async () => {
  await tell('one', 'One.');
  const { chatId } = $chat.get();
  await app.actions.chat.newChat();
  const chats = (await app.actions.chat.searchChats('')).length;
  const opening = app.actions.chat.openChat(chatId ?? '');
  await Promise.all([tell('two', 'Two.'), opening]);
  expect($chat.get().chatId).toBe(chatId);
  expect(texts()).toEqual(['one', 'One.', 'two', 'Two.']);
  expect(await app.actions.chat.searchChats('')).toHaveLength(chats);
});

test('a message that is sent while a chat is being left begins the next', async () => {
  await tell('one', 'One.');
  const { chatId } = $chat.get();
  const leaving = app.actions.chat.newChat();
  await Promise.all([tell('other', 'Other.'), leaving]);
  expect($chat.get().chatId).not.toBe(chatId);
  expect(texts()).toEqual(['other', 'Other.']);
});

const started = () => $chats.get();
const settled = () => expect.poll(() => $chat.get().status).toBe('completed');

test('an example that is pressed twice starts one chat, with its words once', async () => {
  model.add(say('Built.'));
  const before = started().length;
  await Promise.all([app.actions.chat.send('Build a todo list'), app.actions.chat.send('Build a todo list')]);
  await settled();
  expect(texts()).toEqual(['Build a todo list', 'Built.']);
  expect(started()).toHaveLength(before + 1);
});

test.each([
  ['two messages', () => app.actions.chat.send('two')],
  ['a message and a template', () => app.actions.chat.startFromTemplate('vanilla-ts')],
  ['a message and files', () => app.actions.chat.startWithFiles('Files', [{ path: 'a.txt', content: new Uint8Array([97]) }])],
  ['a message and a template by its command', () => app.actions.chat.send('/template vanilla-ts')],
  ['a message and a command', () => app.actions.chat.send('/cmd ls')],
])('%s at the same time are one chat', async (_, other) => {
  model.add(say('One.'), say('Two.'));
  const before = started().length;
  await Promise.all([app.actions.chat.send('one'), other()]);
  await settled();
  expect(texts()).toContain('one');
  expect(started()).toHaveLength(before + 1);
});

test('a template that is pressed twice is one chat with its files once', async () => {
  $notices.set([]);
  await Promise.all([app.actions.chat.startFromTemplate('vanilla-ts'), app.actions.chat.startFromTemplate('vanilla-ts')]);
  expect($notices.get()).toEqual([]);
  expect($files.get().has('package.json')).toBe(true);
});

test('/model while the models are still being listed waits for them, and the next message goes to the one that it names', async () => {
  let list: () => void = () => undefined;
  const listed = new Promise<void>((resolve) => {
    list = resolve;
  });
  const early = await composedWorkbench(
    () => model,
    {},
    () => async (url, init) => {
      if (url !== '/api/models') return new Response(await model.open(JSON.parse(String(init?.body)), new AbortController().signal));
      await listed;
      const models = ['first', 'second'].map((id) => ({ id: `test:${id}`, provider: 'test', name: id }));
      return Response.json({ models, defaultModelId: 'test:first', problems: [] });
    },
  );
  model.add(say('Hello.'));
  $notices.set([]);
  const sent = [early.actions.chat.send('/model second'), early.actions.chat.send('Hello')];
  expect($notices.get()).toEqual([]);
  list();
  await Promise.all(sent);
  await settled();
  expect(model.requests.map(({ modelId }) => modelId)).toEqual(['test:second']);
  expect($notices.get().map(({ message }) => message)).toEqual(['second answers from the next step on.']);
});
