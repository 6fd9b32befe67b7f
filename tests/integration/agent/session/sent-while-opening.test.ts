import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat } from '../../../../app/lib/stores/chat.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** What a user sends while the page goes from one chat to another, over the app as it is composed. */
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
