// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $activeTab, $isFindAsked, $openFiles } from '../../../lib/stores/files.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $terminals } from '../../../lib/stores/terminals.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { pressedCommand, pressKey } from './press-key.ts';

afterEach(() => {
  document.body.replaceChildren();
  $settings.set(DEFAULT_APP_SETTINGS);
  $chat.set(INITIAL_CHAT_STATE);
  $activeTab.set(null);
  $openFiles.set(new Map());
  $terminals.set([]);
});

function openFile(path: string) {
  $chat.set({ ...INITIAL_CHAT_STATE, chatId: 'chat-1' as typeof INITIAL_CHAT_STATE.chatId });
  $openFiles.set(new Map([[path, { path, savedText: '', text: '', isBeingWritten: false, isBinary: false }]]));
  $activeTab.set(path);
}

/** Presses a key in a place of the page. */
function press(init: KeyboardEventInit, place?: string): KeyboardEvent {
  const element = document.body.appendChild(document.createElement('div'));
  if (place !== undefined) element.dataset['keysOf'] = place;
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  // happy-dom reports Alt as AltGr.
  Object.defineProperty(event, 'getModifierState', { value: () => false });
  element.dispatchEvent(event);
  return event;
}
const idOf = (init: KeyboardEventInit, place?: string) => pressedCommand(press(init, place))?.id ?? null;
const CTRL_F = { key: 'f', code: 'KeyF', ctrlKey: true };

test('the same keys are for what the focus is in', () => {
  openFile('a.ts');
  $terminals.set([{ terminalId: 'agent', name: 'Agent', isAgent: true, status: 'running' }]);
  expect([idOf(CTRL_F, 'editor'), idOf(CTRL_F, 'terminal'), idOf(CTRL_F)]).toEqual(['find-in-file', 'find-in-terminal', null]);
  const slash = { key: '/', code: 'Slash', ctrlKey: true };
  expect([idOf(slash), idOf(slash, 'terminal'), idOf(slash, 'editor')]).toEqual(['shortcuts', 'shortcuts', null]);
});

test('keys that are being chosen run nothing, and keys that a place answers itself are left to it', () => {
  expect(idOf({ key: 'k', code: 'KeyK', ctrlKey: true }, 'recorder')).toBeNull();
  expect(idOf({ key: 'Enter', code: 'Enter', ctrlKey: true }, 'card')).toBeNull();
});

test('what would do nothing now leaves its keys to whatever else has them', () => {
  expect(idOf({ key: 's', code: 'KeyS', ctrlKey: true })).toBeNull();
  openFile('a.ts');
  expect(idOf({ key: 's', code: 'KeyS', ctrlKey: true })).toBe('save-file');
});

test('the user’s own keys are in force, and those that were before are not', () => {
  $settings.setKey('shortcuts', { palette: 'Alt+P', 'no-such-command': 'Ctrl+J' });
  expect(idOf({ key: 'p', code: 'KeyP', altKey: true })).toBe('palette');
  expect(idOf({ key: 'k', code: 'KeyK', ctrlKey: true })).toBeNull();
  expect(idOf({ key: 'j', code: 'KeyJ', ctrlKey: true })).toBeNull();
});

test('a press is taken from all else, and done once while it is held', () => {
  openFile('a.ts');
  const context = { actions: fakeActions(), setOverlay: () => undefined, navigate: () => undefined };
  const event = press(CTRL_F, 'editor');
  expect(pressKey(event, context)).toBe(true);
  expect([event.defaultPrevented, $isFindAsked.get()]).toEqual([true, true]);
  $isFindAsked.set(false);
  const held = press({ ...CTRL_F, repeat: true }, 'editor');
  expect(pressKey(held, context)).toBe(true);
  expect([held.defaultPrevented, $isFindAsked.get()]).toEqual([true, false]);
});
