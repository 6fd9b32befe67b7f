import { beforeEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { $compaction } from '../stores/compaction.ts';
import { $notices } from '../stores/workbench.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { createCompactionService } from './compaction-service.ts';

beforeEach(() => {
  $compaction.set({ state: 'closed' });
  $notices.set([]);
  $chat.set(INITIAL_CHAT_STATE);
});

async function talk(...answers: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(say('one'), say('two'), ...answers);
  const made = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await made.say('First');
  await made.say('Second');
  const service = createCompactionService({ session: () => made.session, notices: createNoticeService() });
  return { ...made, service };
}

test('the summary is shown, edited and taken, then undone', async () => {
  const { service, session } = await talk(say('In short.'));
  const started = service.startCompaction();
  expect($compaction.get().state).toBe('asking');
  await started;
  const view = $compaction.get();
  expect(view).toMatchObject({ state: 'ready', preview: { summary: expect.stringContaining('In short.') } });
  await service.acceptCompaction(' ');
  expect($compaction.get()).toMatchObject({ state: 'ready', problem: expect.stringContaining('empty') });
  await service.acceptCompaction('Even shorter.');
  expect($compaction.get()).toEqual({ state: 'closed' });
  const [compaction] = session.state().compactions;
  expect(compaction?.summary).toBe('Even shorter.');
  await service.undoCompaction(compaction?.compactionId ?? '');
  expect(session.state().compactions).toEqual([]);
});

test('cancelled while the model thinks it changes nothing, and a failure is shown with its reason', async () => {
  const { service, session } = await talk({ parts: [], ending: 'hang' }, new Error('no key'));
  const started = service.startCompaction();
  await new Promise<void>((resolve) => {
    session.subscribe((event) => event.type === 'summarising' && event.isUnderWay && resolve());
  });
  // One turn later, the request has been sent.
  await new Promise((resolve) => setImmediate(resolve));
  service.cancelCompaction();
  await started;
  expect($compaction.get()).toEqual({ state: 'closed' });
  await service.startCompaction();
  expect($compaction.get()).toEqual({ state: 'failed', problem: 'The summary could not be made: no key' });
  await service.acceptCompaction('x');
  expect(session.state().compactions).toEqual([]);
});

test('without a chat nothing is summarised, and it says so', async () => {
  const service = createCompactionService({ session: () => null, notices: createNoticeService() });
  await service.startCompaction();
  await service.undoCompaction('x');
  expect($notices.get().map(({ message }) => message)).toEqual(['There is no conversation to summarise yet.']);
});
