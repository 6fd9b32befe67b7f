// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $activeTab, $openFiles, $tabs } from '../../lib/stores/files.ts';
import { $otherTab } from '../../lib/stores/other-tab.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $terminals } from '../../lib/stores/terminals.ts';
import { $isPreviewTurned, $previewDevice } from '../../lib/stores/window.ts';
import { OverlayProvider } from '../page/overlay-context.tsx';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { usePaletteCommands } from './use-palette-commands.ts';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $activeTab.set(null);
  $openFiles.set(new Map());
  $tabs.set([]);
  $otherTab.set({ state: 'none' });
  $previewDevice.set('desktop');
  $isPreviewTurned.set(false);
  $terminals.set([]);
});

function offered() {
  const surroundings = ({ children }: { children: ReactNode }) => (
    <ReadyWorkbench actions={fakeActions()}>
      <OverlayProvider>{children}</OverlayProvider>
    </ReadyWorkbench>
  );
  return renderHook(() => usePaletteCommands(() => undefined), { wrapper: surroundings }).result;
}

const openChat = () => $chat.set({ ...INITIAL_CHAT_STATE, chatId: 'chat-1' as typeof INITIAL_CHAT_STATE.chatId });
const inChat = () => {
  openChat();
  return offered().current;
};
const named = (wanted: string) => inChat().find(({ text }) => text === wanted);

test('a command is listed with the keys that it has now', () => {
  expect(named('New chat')?.keys).toEqual(['Alt', 'N']);
  $settings.setKey('shortcuts', { 'new-chat': 'Ctrl+Shift+J' });
  expect(named('New chat')?.keys).toEqual(['Ctrl', 'Shift', 'J']);
  $settings.setKey('shortcuts', { 'new-chat': '' });
  expect(named('New chat')?.keys).toEqual([]);
});

test('a question that waits is gone to only where one waits', () => {
  const { current } = offered();
  expect(current.map(({ text }) => text)).not.toContain('Go to the question that waits');
});

test('what comes about while the palette is open is offered', () => {
  const result = offered();
  const has = (id: string) => result.current.some((command) => command.id === id);
  expect([has('close-file'), has('go-to-symbol')]).toEqual([false, false]);
  act(() => {
    openChat();
    $openFiles.set(new Map([['a.ts', { path: 'a.ts', savedText: '', text: '', isBeingWritten: false, isBinary: false }]]));
    $activeTab.set('a.ts');
  });
  expect([has('close-file'), has('go-to-symbol')]).toEqual([true, true]);
});

test('what another tab keeps from being done is listed with the reason', () => {
  $otherTab.set({ state: 'works', isSilent: false });
  expect(named('New terminal')?.reason).toBe('Another tab works on the project');
  expect(named('Open a chat')?.reason).toBeNull();
});

test('only a device is turned, and a page that there is not has no whole screen', () => {
  expect([named('Preview: turn the device'), named('Preview: full screen')]).toEqual([undefined, undefined]);
  named('Preview: phone')?.run();
  expect($previewDevice.get()).toBe('phone');
  named('Preview: turn the device')?.run();
  expect($isPreviewTurned.get()).toBe(true);
});

test('a terminal that there is not is not searched, and the agent’s keeps its name', () => {
  const ofTerminals = () => inChat().flatMap(({ group, id }) => (group === 'terminal' ? [id] : []));
  expect(ofTerminals()).toEqual(['new-terminal']);
  const all = [
    'new-terminal',
    'go-to-terminal',
    'find-in-terminal',
    'copy-from-terminal',
    'clear-terminal',
    'send-from-terminal',
    'terminal-links',
  ];
  $terminals.set([{ terminalId: 'agent', name: 'Agent', isAgent: true, status: 'running' }]);
  expect(ofTerminals()).toEqual(all);
  $terminals.set([{ terminalId: 'terminal-1', name: 'Terminal 1', isAgent: false, status: 'running' }]);
  expect(ofTerminals().toSorted()).toEqual([...all, 'rename-terminal', 'restart-terminal', 'close-terminal'].toSorted());
});
