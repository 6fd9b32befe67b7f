import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { $chat, $returnedText } from '../../../../app/lib/stores/chat.ts';
import { $compaction } from '../../../../app/lib/stores/compaction.ts';
import { $files } from '../../../../app/lib/stores/files.ts';
import { $editedMessage } from '../../../../app/lib/stores/past.ts';
import { $notices } from '../../../../app/lib/stores/workbench.ts';
import { type ComposedWorkbench, composedWorkbench } from '../../support/composed-workbench.ts';

/** Branches and alternative versions of long conversations, some with images and sub-agents, in the composed app. */
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

const texts = () => $chat.get().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
const messageId = (text: string) =>
  $chat.get().messages.find(({ parts }) => parts.some((part) => part.type === 'text' && part.text === text))?.id ?? expect.unreachable();
const lastSent = () => JSON.stringify(model.requests.at(-1)?.messages);
const completed = () => expect.poll(() => $chat.get().status).toBe('completed');
const long = (name: string) => `${name}: ${'word '.repeat(2_000)}`;

async function tell(text: string, answer: string): Promise<void> {
  model.add(say(answer));
  await app.actions.chat.send(`/agent ${text}`);
  await expect.poll(texts).toContain(answer);
  await completed();
}

async function summarise(summary: string): Promise<void> {
  model.add(say(summary));
  await app.actions.compaction.startCompaction();
  const view = $compaction.get();
  await app.actions.compaction.acceptCompaction(view.state === 'ready' ? view.preview.summary : expect.unreachable(JSON.stringify(view)));
}

async function longTalk(): Promise<void> {
  for (const name of ['one', 'two', 'three']) await tell(`Task ${name}`, long(name));
}

test('a summary from before the branch is in force in it', async () => {
  await longTalk();
  await summarise('They said one and two.');
  await tell('Task four', 'Four.');
  await tell('Task five', 'Five.');
  await app.actions.checkpoints.branchChat(messageId('Task five'));
  expect($chat.get().compactions).toHaveLength(1);
  expect(texts()).toContain(long('one'));
  await tell('Task six', 'Six.');
  expect(lastSent()).toContain('They said one and two.');
  expect(lastSent()).not.toContain('one: word');
  expect(lastSent()).not.toContain('Task five');
});

test('a summary made after the message is not in its branch; said in another way, the message keeps it only while all that it stands for is there', async () => {
  await longTalk();
  await summarise('They said one and two.');
  const { chatId } = $chat.get();
  await app.actions.checkpoints.branchChat(messageId('Task three'));
  expect($chat.get().compactions).toEqual([]);
  await tell('Task other', 'Other.');
  expect(lastSent()).toContain('one: word');
  await app.actions.chat.openChat(chatId ?? '');
  expect($chat.get().compactions).toHaveLength(1);
  const sayAgain = async (text: string, answer: string) => {
    model.add(say(answer));
    await app.actions.checkpoints.resend(messageId(text), `${text} again`);
    await expect.poll(texts).toContain(answer);
    await completed();
  };
  await sayAgain('Task three', 'In another way.');
  expect(lastSent()).toContain('They said one and two.');
  expect(lastSent()).not.toContain('one: word');
  await sayAgain('Task two', 'From there on.');
  expect($chat.get().compactions).toEqual([]);
  expect(lastSent()).toContain('one: word');
  expect(lastSent()).not.toContain('They said one and two.');
});

/** One pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

async function look(text: string, answer: string): Promise<void> {
  const prepared = await app.actions.images.prepareImage(new File([PNG], 'dot.png', { type: 'image/png' }));
  model.add(say(answer));
  await app.actions.chat.sendMessage(text, undefined, [{ image: prepared.ok ? prepared.image : expect.unreachable(prepared.why) }]);
  await expect.poll(texts).toContain(answer);
  await completed();
}

test('images of earlier messages are in the branch and reach the model; the message’s own come back into the box', async () => {
  await tell('Hello', 'Hello.');
  await look('What is it?', 'A dot.');
  await look('And this?', 'Another dot.');
  const { chatId } = $chat.get();
  await app.actions.checkpoints.branchChat(messageId('And this?'));
  expect($returnedText.get()).toMatchObject({ text: 'And this?', attachments: [{ image: { name: 'dot.png' } }] });
  // The branch needs the contents even if the chat it came from was deleted.
  await app.actions.chat.deleteChat(chatId ?? '');
  await tell('Which colour?', 'Blue.');
  expect(lastSent()).toContain(btoa(String.fromCharCode(...PNG)).slice(0, 40));
  expect(lastSent()).not.toContain('And this?');
});

test('a message with an image that is edited has it in the box, and sent again it has what the box then has', async () => {
  await tell('Hello', 'Hello.');
  await look('What is it?', 'A dot.');
  const picture = btoa(String.fromCharCode(...PNG)).slice(0, 40);
  const edit = (text: string) => {
    app.actions.checkpoints.editMessage(messageId(text));
    return $editedMessage.get() ?? expect.unreachable();
  };
  const sayAgain = async (text: string, again: string, answer: string, attachments: ReturnType<typeof edit>['attachments']) => {
    model.add(say(answer));
    expect(await app.actions.checkpoints.resend(messageId(text), again, attachments)).toBe(true);
    await expect.poll(texts).toContain(answer);
    await completed();
  };
  const first = edit('What is it?');
  expect(first).toMatchObject({ text: 'What is it?', attachments: [{ image: { name: 'dot.png' } }] });
  await sayAgain('What is it?', 'Which colour is it?', 'Blue.', first.attachments);
  expect(lastSent()).toContain(picture);
  expect(lastSent()).not.toContain('What is it?');
  // It still exists, even after a reload has rebuilt the chat from its journal.
  const { chatId } = $chat.get();
  await app.actions.chat.newChat();
  await app.actions.chat.openChat(chatId ?? '');
  const second = edit('Which colour is it?');
  expect(second.attachments).toEqual(first.attachments);
  await sayAgain('Which colour is it?', 'Without a picture?', 'Nothing.', []);
  expect(lastSent()).not.toContain(picture);
  expect($chat.get().versions).toHaveLength(2);
});

/** Runs a task in a sub-agent that writes a file of that name. */
async function delegated(name: string): Promise<void> {
  const write = call({ toolName: 'devonz_write_file', input: { path: `${name}.txt`, content: name }, toolCallId: `write-${name}` });
  model.add(delegation(name), write, say(`${name} is written.`), say(`${name} is done.`));
  await app.actions.chat.send(`/agent Make ${name}`);
  await expect.poll(texts).toContain(`${name} is done.`);
  await completed();
}

const delegation = (task: string) => call({ toolName: 'devonz_delegate', input: { task, scope: ['**'] }, toolCallId: `delegate-${task}` });

test('what sub-agents did before the branch is in it, step by step and with its files; what they did after is not', async () => {
  await delegated('a');
  await delegated('b');
  const { delegates } = $chat.get();
  expect([...delegates.keys()]).toEqual(['delegate-a', 'delegate-b']);
  await app.actions.checkpoints.branchChat(messageId('Make b'));
  expect([...$chat.get().delegates.keys()]).toEqual(['delegate-a']);
  const stepsOf = (of: typeof delegates) =>
    [...(of.get('delegate-a')?.toolCalls.values() ?? [])].map(({ toolCallId, status }) => [toolCallId, status]);
  expect(stepsOf(delegates)).toHaveLength(1);
  expect(stepsOf($chat.get().delegates)).toEqual(stepsOf(delegates));
  expect([...$files.get().keys()]).toEqual(['a.txt']);
  await tell('And then?', 'Nothing.');
  expect(lastSent()).toContain('a is written.');
  expect(lastSent()).not.toContain('b is written.');
});

test('a message whose answer had a sub-agent is said in another way: what that wrote goes back with it, and comes again with its version', async () => {
  await delegated('a');
  await delegated('b');
  const fileNames = () => [...$files.get().keys()];
  expect(fileNames()).toEqual(['a.txt', 'b.txt']);
  model.add(delegation('c'));
  model.add(call({ toolName: 'devonz_write_file', input: { path: 'c.txt', content: 'c' }, toolCallId: 'write-c' }));
  model.add(say('c is written.'), say('c is done.'));
  expect(await app.actions.checkpoints.resend(messageId('Make b'), 'Make c')).toBe(true);
  await expect.poll(texts).toContain('c is done.');
  await completed();
  expect(fileNames()).toEqual(['a.txt', 'c.txt']);
  expect([app.workspace().text('b.txt'), app.workspace().text('c.txt')]).toEqual([null, 'c']);
  expect([...$chat.get().delegates.keys()]).toEqual(['delegate-a', 'delegate-c']);
  expect(lastSent()).not.toContain('b is written.');
  const [kept] = $chat.get().versions;
  await app.actions.checkpoints.showVersion(kept?.versionId ?? expect.unreachable());
  await expect.poll(fileNames).toEqual(['a.txt', 'b.txt']);
  expect([...$chat.get().delegates.keys()]).toEqual(['delegate-a', 'delegate-b']);
  expect(app.workspace().text('b.txt')).toBe('b');
});

test('a message that is said in another way while its sub-agent works ends that, and takes back what it has written by then', async () => {
  await delegated('a');
  const isWritten = new Promise<void>((resolve) => {
    model.add(
      delegation('b'),
      call({ toolName: 'devonz_write_file', input: { path: 'b.txt', content: 'b' }, toolCallId: 'write-b' }),
      () => {
        resolve();
        return { parts: [], ending: 'hang' };
      },
    );
  });
  void app.actions.chat.send('/agent Make b');
  await isWritten;
  expect(app.workspace().text('b.txt')).toBe('b');
  model.add(say('Nothing is made.'));
  expect(await app.actions.checkpoints.resend(messageId('Make b'), 'Make nothing')).toBe(true);
  await expect.poll(texts).toContain('Nothing is made.');
  await completed();
  expect(app.workspace().text('b.txt')).toBeNull();
  expect([...$files.get().keys()]).toEqual(['a.txt']);
  expect([...$chat.get().delegates.keys()]).toEqual(['delegate-a']);
});
