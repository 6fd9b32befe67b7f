import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat, $chats, $returnedText } from '../../../../app/lib/stores/chat.ts';
import { $files } from '../../../../app/lib/stores/files.ts';
import { $editedMessage } from '../../../../app/lib/stores/past.ts';
import { $notices } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** Going back in the conversation, including its files, in the composed app. */
let app: ComposedWorkbench;
let model = new ScriptedTransport();

beforeAll(async () => {
  app = await composedWorkbench(() => model);
});
beforeEach(async () => {
  model = new ScriptedTransport();
  await app.actions.chat.newChat();
  $notices.set([]);
  // No message box receives it here.
  $returnedText.set(null);
});

let calls = 0;
const write = (path: string, content: string) =>
  call({ toolName: 'devonz_write_file', input: { path, content }, toolCallId: `write-${++calls}` });
const completed = () => expect.poll(() => $chat.get().status).toBe('completed');
const shownTexts = () => $chat.get().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
const files = () => [...$files.get().keys()].filter((path) => path.endsWith('.txt'));
const messageId = (text: string) =>
  $chat.get().messages.find(({ parts }) => parts.some((part) => part.type === 'text' && part.text === text))?.id ?? expect.unreachable();

async function task(text: string, path: string, answer: string): Promise<void> {
  model.add(write(path, text), say(answer));
  await app.actions.chat.send(`/agent ${text}`);
  await expect.poll(shownTexts).toContain(answer);
  await completed();
}
const THREE = ['Make a', 'A is made.', 'Make b', 'B is made.', 'Make c', 'C is made.'];
async function threeTasks() {
  await task('Make a', 'a.txt', 'A is made.');
  await task('Make b', 'b.txt', 'B is made.');
  await task('Make c', 'c.txt', 'C is made.');
}

test('a message that is edited and sent again takes its place: conversation, files and what the model gets are those of before it', async () => {
  await threeTasks();
  const before = model.requests[2]?.messages ?? expect.unreachable();
  app.actions.checkpoints.editMessage(messageId('Make b'));
  expect($editedMessage.get()).toMatchObject({ text: 'Make b', attachments: [] });
  model.add(say('Something else.'));
  expect(await app.actions.checkpoints.resend(messageId('Make b'), 'Do something else')).toBe(true);
  await expect.poll(shownTexts).toContain('Something else.');
  await completed();
  expect(shownTexts()).toEqual(['Make a', 'A is made.', 'Do something else', 'Something else.']);
  expect(files()).toEqual(['a.txt']);
  expect(app.workspace().text('b.txt')).toBeNull();
  const sent = model.requests.at(-1)?.messages ?? [];
  expect(JSON.stringify(sent)).not.toContain('Make b');
  // The earlier messages remain a prefix of the request.
  expect(sent.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  expect($editedMessage.get()).toBeNull();
});

test('a message that is asked again gets another answer, with the files as they were before it; the first is kept', async () => {
  await threeTasks();
  model.add(write('b2.txt', 'b'), say('B is made in another way.'));
  expect(await app.actions.checkpoints.repeatMessage(messageId('Make b'))).toBe(true);
  await expect.poll(shownTexts).toContain('B is made in another way.');
  await completed();
  expect(shownTexts()).toEqual(['Make a', 'A is made.', 'Make b', 'B is made in another way.']);
  expect(files()).toEqual(['a.txt', 'b2.txt']);
  const [earlier] = $chat.get().versions;
  await app.actions.checkpoints.showVersion(earlier?.versionId ?? '');
  await expect.poll(shownTexts).toEqual(THREE);
  expect(await app.actions.checkpoints.repeatMessage('nowhere')).toBe(false);
});

test('a model that gives its calls the same ids each time has all of them run, in every version', async () => {
  const first = (text: string) =>
    call({ toolName: 'devonz_write_file', input: { path: `${text}.txt`, content: text }, toolCallId: 'call_0' });
  model.add(first('one'), say('One.'));
  await app.actions.chat.send('/agent Make one');
  await expect.poll(shownTexts).toContain('One.');
  await completed();
  for (const text of ['two', 'three']) {
    model.add(first(text), say(`Made ${text}.`));
    await app.actions.checkpoints.resend(messageId(text === 'two' ? 'Make one' : 'Make two'), `Make ${text}`);
    await expect.poll(shownTexts).toContain(`Made ${text}.`);
    await completed();
    expect(files()).toEqual([`${text}.txt`]);
  }
  for (const { versionId } of $chat.get().versions) {
    await app.actions.checkpoints.showVersion(versionId);
    const { toolCalls } = $chat.get();
    expect([...toolCalls.values()].map(({ status }) => status)).toEqual(['success']);
    expect(files()).toHaveLength(1);
  }
});

test('the earlier version comes back with its files, and the later one is kept in its turn; a reload knows both', async () => {
  await threeTasks();
  model.add(write('d.txt', 'd'), say('D is made.'));
  await app.actions.checkpoints.resend(messageId('Make b'), 'Make d');
  await expect.poll(shownTexts).toContain('D is made.');
  await completed();
  expect(files()).toEqual(['a.txt', 'd.txt']);
  const [earlier] = $chat.get().versions;
  expect(earlier?.kept.messages.length).toBeGreaterThan($chat.get().messages.length);
  await app.actions.checkpoints.showVersion(earlier?.versionId ?? '');
  await expect.poll(shownTexts).toEqual(THREE);
  expect(files()).toEqual(['a.txt', 'b.txt', 'c.txt']);

  const { chatId, messages, versions } = $chat.get();
  await app.actions.chat.newChat();
  await app.actions.chat.openChat(chatId ?? '');
  expect($chat.get().messages).toEqual(messages);
  const known = (all: typeof versions) =>
    all.map(({ versionId, afterMessageId, kept }) => ({ versionId, afterMessageId, messages: kept.messages }));
  expect(known($chat.get().versions)).toEqual(known(versions));
  await app.actions.checkpoints.showVersion(versions[0]?.versionId ?? '');
  await expect.poll(shownTexts).toEqual(['Make a', 'A is made.', 'Make d', 'D is made.']);
  expect(files()).toEqual(['a.txt', 'd.txt']);
});

test('a branch is a chat in a project of its own, as this one was before the message; this one stays as it is', async () => {
  await threeTasks();
  const { chatId } = $chat.get();
  await app.actions.checkpoints.branchChat(messageId('Make c'));
  expect($chat.get().chatId).not.toBe(chatId);
  expect(shownTexts()).toEqual(THREE.slice(0, 4));
  expect(files()).toEqual(['a.txt', 'b.txt']);
  expect($returnedText.get()).toMatchObject({ text: 'Make c' });
  expect($chat.get().title).toBe('Make a (branch)');
  expect($chats.get().map(({ chatId }) => chatId)).toContain($chat.get().chatId);
  await task('Make e', 'e.txt', 'E is made.');
  const [first, second] = $chats.get();
  expect(first?.projectId).not.toBe(second?.projectId);
  await app.actions.chat.openChat(chatId ?? '');
  expect(shownTexts()).toEqual(THREE);
  expect(files()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  await app.actions.chat.deleteChat(chatId ?? '');
  const branch = $chats.get()[0]?.chatId ?? '';
  await app.actions.chat.openChat(branch);
  await expect.poll(files).toEqual(['a.txt', 'b.txt', 'e.txt']);
});

test('what is no message or version of this chat is said, and nothing changes', async () => {
  await task('Make a', 'a.txt', 'A is made.');
  await app.actions.checkpoints.branchChat('nowhere');
  expect($notices.get().at(-1)?.message).toContain('There is no such message in this conversation.');
  expect(await app.actions.checkpoints.resend('nowhere', 'x')).toBe(false);
  await app.actions.checkpoints.showVersion('nowhere');
  expect($notices.get().at(-1)?.message).toContain('There is no such version in this chat.');
  expect(shownTexts()).toEqual(['Make a', 'A is made.']);
});
