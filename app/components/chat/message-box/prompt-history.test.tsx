// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageBox } from './message-box.tsx';

const message = (id: string, text: string, role: 'user' | 'assistant' = 'user') => ({ id, role, parts: [{ type: 'text' as const, text }] });

beforeAll(async () => void (await messageAids.load()));

beforeEach(() => {
  const messages = [
    message('m1', 'First'),
    message('m2', 'Done.', 'assistant'),
    message('m3', 'A guard says'),
    message('m4', 'Second\nin two lines'),
    message('m5', 'It ran'),
    message('m6', 'Third'),
    message('m7', 'Third'),
  ];
  const userCommands = new Map([['m5', { command: 'npm test', status: 'completed' as const, exitCode: 0, output: '' }]]);
  showChat([], { messages, remarks: new Set(['m3', 'm5']), userCommands });
  render(
    <ReadyWorkbench actions={fakeActions({})}>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
});

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (text: string, caret: number) => {
  fireEvent.change(box(), { target: { value: text } });
  box().setSelectionRange(caret, caret);
};
const press = async (key: 'ArrowUp' | 'ArrowDown', modifiers = {}) => {
  await act(async () => void fireEvent.keyDown(box(), { key, ...modifiers }));
  return box().value;
};

it('↑ brings back what was sent, the newest first, and ↓ leads back to the draft', async () => {
  type('draft', 0);
  expect(await press('ArrowUp')).toBe('Third');
  expect(box().selectionStart).toBe('Third'.length);
  expect(await press('ArrowUp')).toBe('/cmd npm test');
  expect(await press('ArrowDown')).toBe('Third');
  expect(await press('ArrowDown')).toBe('draft');
  expect(await press('ArrowDown')).toBe('draft');
});

it('within a text, and within several lines, the arrows move the caret', async () => {
  type('draft', 3);
  expect(await press('ArrowUp')).toBe('draft');
  type('', 0);
  await press('ArrowUp');
  await press('ArrowUp');
  expect(await press('ArrowUp')).toBe('Second\nin two lines');
  expect(await press('ArrowUp')).toBe('Second\nin two lines');
  box().setSelectionRange(2, 2);
  expect(await press('ArrowDown')).toBe('Second\nin two lines');
  expect(await press('ArrowUp')).toBe('First');
  expect(await press('ArrowUp')).toBe('First');
});

it('what was brought back and changed is a draft; with other keys held nothing comes', async () => {
  type('', 0);
  expect(await press('ArrowUp', { ctrlKey: true })).toBe('');
  await press('ArrowUp');
  type('Third, but better', 4);
  expect(await press('ArrowUp')).toBe('Third, but better');
  expect(await press('ArrowDown')).toBe('Third, but better');
});
