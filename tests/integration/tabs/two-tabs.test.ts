import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import type { OpenBroadcast } from '../../../app/lib/browser/broadcast.ts';
import { fakeBrowser } from '../support/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;
/** The model shared by all tabs. */
let model: ScriptedTransport;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  browser = fakeBrowser();
  model = new ScriptedTransport();
});
afterEach(() => vi.unstubAllGlobals());

/** Long enough for a busy machine. */
vi.setConfig({ testTimeout: 120_000 });
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 40_000 });

/** Opens a page with its own modules and stores. */
async function openTab(openBroadcast: OpenBroadcast = browser.openBroadcast) {
  vi.resetModules();
  const { composedWorkbench } = await import('../support/composed-workbench.ts');
  const { $chat } = await import('../../../app/lib/stores/chat.ts');
  const { $otherTab } = await import('../../../app/lib/stores/other-tab.ts');
  const { $notices } = await import('../../../app/lib/stores/workbench.ts');
  const { $openFiles } = await import('../../../app/lib/stores/files.ts');
  const { actions } = await composedWorkbench(() => model, { ...browser, openBroadcast });
  const becomes = (state: string) => eventually(() => $otherTab.get().state).toBe(state);
  const reaches = (status: string) => eventually(() => $chat.get().status).toBe(status);
  const said = () =>
    $chat
      .get()
      .messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
      .filter((text) => !text.startsWith('<'));
  const approve = async () => {
    for (const waiting of $chat.get().toolCalls.values()) {
      if (waiting.status === 'awaiting_approval')
        await actions.approvals.answerApproval(waiting.approval.approvalId, { decision: 'approve' });
    }
  };
  return {
    actions,
    approve,
    chat: () => $chat.get(),
    otherTab: () => $otherTab.get(),
    notices: () => $notices.get(),
    $openFiles,
    becomes,
    reaches,
    said,
  };
}

async function begin(text: string) {
  const tab = await openTab();
  await tab.actions.chat.send(text);
  const { chatId } = tab.chat();
  if (chatId === null) throw new Error('No chat was begun.');
  return { tab, chatId };
}

const write = (path: string, content: string) =>
  call({ toolName: 'devonz_write_file', input: { path, content }, toolCallId: `write-${path}` });

test('a second tab shows the chat, follows what is said and written in the first, and can send nothing', async () => {
  model.add(say('Hello.'));
  const { tab: first, chatId } = await begin('Hi');
  await first.reaches('completed');
  const second = await openTab();
  expect(await second.actions.chat.openChat(chatId)).toBe(true);
  await second.becomes('works');
  expect(second.said()).toEqual(['Hi', 'Hello.']);
  model.add(write('.env', 'from the first tab'), say('Written.'));
  await first.actions.chat.send('Write a file');
  await eventually(() => first.chat().status).toBe('waiting_for_approval');
  await eventually(() => second.chat().status).toBe('waiting_for_approval');
  const [waiting] = [...second.chat().toolCalls.values()].flatMap((each) => (each.status === 'awaiting_approval' ? [each.approval] : []));
  if (waiting === undefined) throw new Error('Nothing waits.');
  const shown = { path: '.env', before: '', after: 'from the first tab' };
  expect(await second.actions.approvals.proposedChange(waiting.approvalId)).toEqual(shown);
  await first.approve();
  await eventually(() => second.said()).toEqual(['Hi', 'Hello.', 'Write a file', 'Written.']);
  await second.actions.files.openFile('.env');
  expect(second.$openFiles.get().get('.env')?.text).toBe('from the first tab');
  await second.actions.chat.send('Me too');
  expect(second.notices().at(-1)?.message).toMatch(/The message was not sent: This project is open in another tab/);
  expect(first.said()).not.toContain('Me too');
});

test('a tab that is opened in the middle of an answer sees what has come of it', async () => {
  model.add({ ...say('The beginning'), ending: 'hang' });
  const { tab: first, chatId } = await begin('Talk');
  await eventually(() => first.chat().liveParts.length).toBe(1);
  const second = await openTab();
  await second.actions.chat.openChat(chatId);
  await eventually(() => second.chat().liveParts).toMatchObject([{ type: 'text', text: 'The beginning' }]);
  await first.actions.chat.stop();
  await eventually(() => second.chat().status).toBe('idle');
});

test('“Use it here” moves a run that waits for an approval: the first tab follows, the second one answers, and it runs once', async () => {
  model.add(write('.env', 'once'), say('Done.'));
  const { tab: first, chatId } = await begin('Write');
  await first.reaches('waiting_for_approval');
  const second = await openTab();
  await second.actions.chat.openChat(chatId);
  await second.actions.tabs.workHere();
  await second.becomes('none');
  await first.becomes('works');
  await second.reaches('waiting_for_approval');
  await second.approve();
  await second.reaches('completed');
  await first.reaches('completed');
  expect(first.said()).toEqual(['Write', 'Done.']);
  expect(model.requests).toHaveLength(2);
});

test('a run whose answer is streaming is continued in the other tab', async () => {
  model.add({ ...say('Half'), ending: 'hang' });
  const { tab: first, chatId } = await begin('Talk');
  await eventually(() => first.chat().liveParts.length).toBe(1);
  const second = await openTab();
  await second.actions.chat.openChat(chatId);
  model.add(say('All of it.'));
  await second.actions.tabs.workHere();
  await second.reaches('completed');
  expect(second.said()).toContain('All of it.');
  expect(model.signals[0]?.aborted).toBe(true);
  await first.reaches('completed');
  expect(first.otherTab().state).toBe('works');
});

test('a tab that does not answer loses the project, and what it still tries to write is refused', async () => {
  model.add(write('.env', 'late'), say('Done.'));
  const deaf: OpenBroadcast = () => ({ post: () => undefined, onMessage: () => undefined, close: () => undefined });
  const first = await openTab(deaf);
  await first.actions.chat.send('Write');
  await first.reaches('waiting_for_approval');
  const chatId = first.chat().chatId ?? '';
  const second = await openTab();
  await second.actions.chat.openChat(chatId);
  await second.actions.tabs.workHere();
  await second.becomes('none');
  await second.reaches('waiting_for_approval');
  await first.becomes('works');
  await first.approve();
  await first.actions.chat.send('Still me');
  expect(second.said()).toEqual(['Write']);
});

test('two projects in two tabs have nothing to do with one another', async () => {
  model.add(say('One.'), say('Two.'));
  const { tab: first } = await begin('First');
  await first.reaches('completed');
  const { tab: second } = await begin('Second');
  await second.reaches('completed');
  expect([first.said(), second.said()]).toEqual([
    ['First', 'One.'],
    ['Second', 'Two.'],
  ]);
  expect([first.otherTab().state, second.otherTab().state]).toEqual(['none', 'none']);
});

test('tabs that fight over a project lose no message and run nothing twice', async () => {
  const ran: string[] = [];
  model.add(say('Ready.'));
  const { tab: first, chatId } = await begin('Hi');
  await first.reaches('completed');
  const second = await openTab();
  await second.actions.chat.openChat(chatId);
  await second.becomes('works');
  for (let round = 0; round < 6; round++) {
    const [to, from] = round % 2 === 0 ? [second, first] : [first, second];
    model.add(say(`Answer ${round}.`));
    // Both take over at once: the tab that is already active has nothing to do.
    await Promise.all([to.actions.tabs.workHere(), from.actions.tabs.workHere()]);
    await to.becomes('none');
    await from.becomes('works');
    await to.actions.chat.send(`Message ${round}`);
    ran.push(`Message ${round}`, `Answer ${round}.`);
    await to.reaches('completed');
    await eventually(() => from.said()).toEqual(['Hi', 'Ready.', ...ran]);
    expect(to.said()).toEqual(['Hi', 'Ready.', ...ran]);
  }
});
