// @vitest-environment happy-dom

import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab } from '../../lib/stores/files.ts';
import { $terminals } from '../../lib/stores/terminals.ts';
import { $isPreviewTurned, $previewDevice } from '../../lib/stores/window.ts';
import { SHORTCUTS } from '../shell/hooks/shortcut-list.ts';
import { ShellProvider } from '../shell/shell-context.tsx';
import { ReadyWorkbench } from '../shell/workbench/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { usePaletteCommands } from './use-palette-commands.ts';

const atFirst = $chat.get();

afterEach(() => {
  cleanup();
  $chat.set(atFirst);
  $activeTab.set(null);
  $previewDevice.set('desktop');
  $isPreviewTurned.set(false);
  $terminals.set([]);
});

/** What only has a meaning where the focus is: in a card, in the message box; and the palette itself. */
const OF_A_PLACE = [
  'Search or run a command',
  'Approve the focused card',
  'Send the message',
  'New line in the message',
  'Find in the terminal that has the focus',
  'Rename the terminal whose tab has the focus',
];

function surroundings({ children }: { children: ReactNode }) {
  return (
    <ReadyWorkbench actions={fakeActions()}>
      <ShellProvider>{children}</ShellProvider>
    </ReadyWorkbench>
  );
}

test('every shortcut that works everywhere is a command of the palette, with the same keys', () => {
  $chat.set({ ...atFirst, chatId: 'chat-1' as typeof atFirst.chatId, status: 'waiting_for_approval' });
  $activeTab.set('src/a.ts');
  const { result } = renderHook(() => usePaletteCommands(() => undefined), { wrapper: surroundings });
  const offered = [...result.current.commands, ...result.current.settings].flatMap(({ keys }) =>
    keys === undefined ? [] : [keys.join(' ')],
  );
  const wanted = SHORTCUTS.filter(({ text }) => !OF_A_PLACE.includes(text())).map(({ keys }) => keys.join(' '));
  expect(offered.toSorted()).toEqual(wanted.toSorted());
});

test('a question that waits is gone to only where one waits', () => {
  const { result } = renderHook(() => usePaletteCommands(() => undefined), { wrapper: surroundings });
  expect(result.current.commands.map(({ text }) => text)).not.toContain('Go to the question that waits');
});

const inChat = () => {
  $chat.set({ ...atFirst, chatId: 'chat-1' as typeof atFirst.chatId });
  const { result } = renderHook(() => usePaletteCommands(() => undefined), { wrapper: surroundings });
  return result.current.commands;
};
const named = (wanted: string) => inChat().find(({ text }) => text === wanted);

test('only a device is turned, and a page that there is not has no whole screen', () => {
  expect([named('Preview: turn the device'), named('Preview: full screen')]).toEqual([undefined, undefined]);
  named('Preview: phone')?.run();
  expect($previewDevice.get()).toBe('phone');
  named('Preview: turn the device')?.run();
  expect($isPreviewTurned.get()).toBe(true);
});

test('a terminal that there is not is not searched, and the agent’s keeps its name', () => {
  const ofTerminals = () => inChat().flatMap(({ text }) => (/terminal/i.test(text) ? [text] : []));
  expect(ofTerminals()).toEqual(['Show the terminal', 'New terminal']);
  const all = [
    'Show the terminal',
    'New terminal',
    'Find in the terminal',
    'Copy from the terminal',
    'Clear the terminal',
    'Send the terminal’s selection to the agent',
  ];
  $terminals.set([{ terminalId: 'agent', name: 'Agent', isAgent: true, status: 'running' }]);
  expect(ofTerminals()).toEqual(all);
  $terminals.set([{ terminalId: 'terminal-1', name: 'Terminal 1', isAgent: false, status: 'running' }]);
  expect(ofTerminals()).toEqual([...all, 'Rename the terminal']);
});
