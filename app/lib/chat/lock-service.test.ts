import { beforeEach, expect, test } from 'vitest';
import { ScriptedTransport } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { $announcement, $notices } from '../stores/workbench.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { createLockService, moveLocks } from './lock-service.ts';

beforeEach(() => {
  $notices.set([]);
  $chat.set(INITIAL_CHAT_STATE);
});

test('without a chat nothing is locked, and it says so', async () => {
  await createLockService({ session: () => null, notices: createNoticeService() }).setLock('a', true);
  expect($notices.get().map(({ message }) => message)).toEqual(['Locks belong to a chat. Send a first message, then lock.']);
});

test('a path is locked, a bad one is refused with a notice, and a lock follows what the user renames', async () => {
  const { session } = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace(), tools });
  const service = createLockService({ session: () => session, notices: createNoticeService() });
  await service.setLock('src/a.ts', true);
  expect($announcement.get()).toBe('src/a.ts is locked.');
  await service.setLock('../x', true);
  expect($notices.get()).toHaveLength(1);
  $chat.set({ ...INITIAL_CHAT_STATE, lockedPaths: ['src/a.ts', 'srcs'] });
  await moveLocks('src', 'lib', service.setLock);
  expect(session.state().lockedPaths).toEqual(['lib/a.ts']);
});
