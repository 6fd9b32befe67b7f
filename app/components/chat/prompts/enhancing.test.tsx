// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Enhancement } from '../../../lib/chat/prompts/enhance-prompt.ts';
import { $chat, $enhanceRequest, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import { MessageBox } from '../message-box/message-box.tsx';

beforeAll(async () => void (await messageAids.load()));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $enhanceRequest.set(null);
});

const BEFORE = '  make  a list\r\n\twith ä and 🙂 ';

function show() {
  let answer: (enhancement: Enhancement) => void = () => undefined;
  let signal = new AbortController().signal;
  const actions = fakeActions({
    send: async () => undefined,
    enhancePrompt: (_text, given) => {
      signal = given;
      return new Promise((resolve) => (answer = resolve));
    },
  });
  render(
    <ReadyWorkbench actions={actions}>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  const asked = () => actions.calls.filter(({ name }) => name === 'enhancePrompt').map((call) => call.arguments[0]);
  return { actions, asked, signal: () => signal, answer: (enhancement: Enhancement) => act(async () => answer(enhancement)) };
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
/** Types the text and returns it as normalised by the field, which undo must restore. */
function typed(): string {
  type(BEFORE);
  return box().value;
}

it('replaces the text, sends nothing, and the button brings the old one back byte for byte', async () => {
  const { actions, asked, answer } = show();
  const before = typed();
  await press('Enhance');
  expect(box().value).toBe(before);
  await answer({ outcome: 'enhanced', text: 'Build a list.' });
  expect(box().value).toBe('Build a list.');
  await press('Undo enhancing');
  expect(box().value).toBe(before);
  expect(asked()).toEqual([before]);
  expect(actions.calls.filter(({ name }) => name === 'send')).toEqual([]);
});

it('is taken back with Ctrl+Z, which is the field’s own again afterwards', async () => {
  const { answer } = show();
  const before = typed();
  await press('Enhance');
  await answer({ outcome: 'enhanced', text: 'Build a list.' });
  const undo = () => fireEvent.keyDown(box(), { key: 'z', ctrlKey: true });
  expect(undo()).toBe(false);
  expect(box().value).toBe(before);
  expect(undo()).toBe(true);
});

it('keeps the text when it is stopped, and what comes then is nobody’s', async () => {
  const { answer, signal } = show();
  const before = typed();
  await press('Enhance');
  await press('Stop enhancing');
  expect(signal().aborted).toBe(true);
  await answer({ outcome: 'enhanced', text: 'Build a list.' });
  expect(box().value).toBe(before);
});

it('keeps the text when it fails, and says why until the text changes', async () => {
  const { answer } = show();
  const before = typed();
  await press('Enhance');
  await answer({ outcome: 'failed', why: 'The key is wrong.' });
  expect(box().value).toBe(before);
  expect(screen.getByRole('alert').textContent).toBe('The text was not enhanced: The key is wrong.');
  type('other');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('overwrites nothing that was typed meanwhile', async () => {
  const { answer } = show();
  typed();
  await press('Enhance');
  type('another thought');
  await answer({ outcome: 'enhanced', text: 'Build a list.' });
  expect(box().value).toBe('another thought');
  expect(screen.getByRole('alert').textContent).toContain('You changed the text meanwhile');
});

it('is offered only where there is a text', () => {
  show();
  expect(screen.queryByRole<HTMLButtonElement>('button', { name: 'Enhance' })?.disabled).toBe(true);
  type('/help');
  expect(screen.queryByRole<HTMLButtonElement>('button', { name: 'Enhance' })?.disabled).toBe(true);
  type('make a list');
  expect(screen.queryByRole<HTMLButtonElement>('button', { name: 'Enhance' })?.disabled).toBe(false);
});

it('is done by /enhance with the text after it', async () => {
  const { asked, answer } = show();
  await act(async () => $enhanceRequest.set({ text: 'make a list' }));
  expect(box().value).toBe('make a list');
  expect(asked()).toEqual(['make a list']);
  await answer({ outcome: 'enhanced', text: 'Build a list.' });
  expect(box().value).toBe('Build a list.');
});
