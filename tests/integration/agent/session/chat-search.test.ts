import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat } from '../../../../app/lib/stores/chat.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  await app.actions.chat.newChat();
});

async function chatWith(question: string, answer: string) {
  model.add(say(answer));
  await app.actions.chat.send(question);
  await expect.poll(() => $chat.get().status).toBe('completed');
  const { chatId } = $chat.get();
  await app.actions.chat.newChat();
  return chatId;
}

test('the history is searched by what the user and the agent said, not by titles alone', async () => {
  const first = await chatWith(`Make a page\nabout ${'very '.repeat(20)}rare orchids`, 'It is made.');
  const second = await chatWith('Make a shop', 'It sells Orchids and roses.');
  const search = (query: string) => app.actions.chat.searchChats(query);
  expect((await search('orchids')).map(({ chatId }) => chatId)).toEqual([second, first]);
  expect(await search(' ROSES ')).toEqual([{ chatId: second, excerpt: 'It sells Orchids and roses.' }]);
  expect((await search('rare'))[0]?.excerpt).toMatch(/^….{40}rare orchids$/);
  expect(await search('tulips')).toEqual([]);
  expect(await search(' ')).toEqual([]);
  await app.actions.chat.deleteChat(second ?? '');
  expect((await search('orchids')).map(({ chatId }) => chatId)).toEqual([first]);
});
