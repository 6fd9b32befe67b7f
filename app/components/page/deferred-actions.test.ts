import { expect, test } from 'vitest';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { deferredActions } from './deferred-actions.ts';

test('what is done before the services are there is done in its order as soon as they are, and its answer comes back', async () => {
  const actions = fakeActions({ send: async () => undefined, updateSettings: () => undefined, openChat: async () => true });
  let arrive: (actions: WorkbenchActions) => void = () => undefined;
  const deferred = deferredActions(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const sent = deferred.chat.send('Build it', 'after-step');
  deferred.settings.updateSettings({ theme: 'light' });
  const opened = deferred.chat.openChat('chat-1');
  expect(actions.calls).toEqual([]);
  arrive(actions);
  expect([await sent, await opened]).toEqual([undefined, true]);
  expect(actions.calls.map(({ name, arguments: given }) => [name, ...given])).toEqual([
    ['send', 'Build it', 'after-step'],
    ['updateSettings', { theme: 'light' }],
    ['openChat', 'chat-1'],
  ]);
});

test('when the services never come, each says so in its own way and none rejects', async () => {
  const deferred = deferredActions(Promise.reject(new Error('gone')));
  expect(await deferred.chat.send('Build it')).toBeUndefined();
  expect(await deferred.chat.searchChats('it')).toEqual([]);
  expect(await deferred.connections.enterPassphrase('secret')).toEqual({ ok: false, why: 'The workbench could not be loaded.' });
  expect(await deferred.files.exportZip()).toBeNull();
});

test('a terminal is not connected yet, and a method stays the same one', () => {
  const deferred = deferredActions(new Promise(() => undefined));
  expect(deferred.terminals.connectTerminal('one')).toBeNull();
  expect(deferred.chat.send).toBe(deferred.chat.send);
});
