// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../../lib/workbench/workbench-actions.ts';
import { ReadyWorkbench, WorkbenchProvider } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageBox } from './message-box.tsx';
import type { Suggestion } from './use-message-text.ts';

beforeAll(async () => void (await messageAids.load()));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function show(scripted: ScriptedActions = {}) {
  const actions = fakeActions({ send: async () => undefined, ...scripted });
  render(
    <ReadyWorkbench actions={actions}>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  return actions;
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const key = (init: Parameters<typeof fireEvent.keyDown>[1]) => act(async () => void fireEvent.keyDown(box(), init));

describe('the message box', () => {
  it('sends with Enter and is empty again', async () => {
    const actions = show();
    type('  Build it  ');
    await key({ key: 'Enter' });
    expect(actions.calls).toEqual([{ name: 'send', arguments: ['Build it'] }]);
    expect(box().value).toBe('');
  });

  it('speaks of a question only where the agent has asked one', () => {
    $chat.set({ ...INITIAL_CHAT_STATE, status: 'waiting_for_user' });
    show();
    expect(box().placeholder).toContain('Answer the question above');
    act(() => $chat.setKey('notice', { type: 'model-stopped', by: 'announcement' }));
    expect(box().placeholder).toContain('Ask for a change');
  });

  it('sends with the button, and nothing when there is nothing to send', async () => {
    const actions = show();
    const send = screen.getByRole('button', { name: 'Send' });
    await act(async () => send.click());
    expect(actions.calls).toEqual([]);
    type('Hello');
    await act(async () => send.click());
    expect(actions.calls).toEqual([{ name: 'send', arguments: ['Hello'] }]);
  });

  it('keeps what begins with / and is no command, says so, and sends it only when asked to', async () => {
    const actions = show({ sendMessage: async () => undefined });
    for (const text of ['/hepl me', '/home/project is broken']) {
      type(text);
      expect(screen.queryByRole('alert')).toBeNull();
      await key({ key: 'Enter' });
      expect(actions.calls).toEqual([]);
      expect(box().value).toBe(text);
      expect(screen.getByRole('alert').textContent).toContain(`There is no command ${text.split(' ')[0]}.`);
    }
    type('/home/project is broken again');
    expect(screen.queryByRole('alert')).toBeNull();
    await key({ key: 'Enter' });
    await act(async () => screen.getByRole('button', { name: 'Send as a message' }).click());
    expect(actions.calls).toEqual([{ name: 'sendMessage', arguments: ['/home/project is broken again'] }]);
    expect(box().value).toBe('');
    type('/help');
    await key({ key: 'Enter' });
    expect(actions.calls.at(-1)).toEqual({ name: 'send', arguments: ['/help'] });
  });

  it('leaves Shift+Enter and the Enter of an input method to the text', async () => {
    const actions = show();
    type('a');
    await key({ key: 'Enter', shiftKey: true });
    await key({ key: 'Enter', isComposing: true });
    expect(actions.calls).toEqual([]);
  });

  it('keeps a draft per chat', () => {
    show();
    type('Not yet');
    cleanup();
    show();
    expect(box().value).toBe('Not yet');
    act(() => $chat.setKey('chatId', 'other' as never));
    expect(box().value).toBe('');
  });

  it('shows the mode as prompt and switches it', () => {
    const actions = show({
      updateAgentSettings: (patch) => $settings.setKey('agent', { ...$settings.get().agent, ...patch }),
      updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
    });
    expect(box().placeholder).toMatch(/^agent:\/> /);
    fireEvent.click(screen.getByRole('switch', { name: 'Plan mode' }));
    expect(screen.getByRole('switch', { name: 'Plan mode' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('switch', { name: 'Agent mode' }));
    expect(box().placeholder).toMatch(/^chat:\/> /);
    expect(actions.calls.map((call) => call.arguments[0])).toEqual([{ planMode: true }, { enabled: false }]);
  });

  it('names the model in use', () => {
    $models.set({ models: [{ id: 'demo:scripted', provider: 'demo', name: 'Demo' }], defaultModelId: 'demo:scripted', problems: [] });
    show();
    expect(screen.getByRole('button', { name: 'Model: Demo' })).toBeTruthy();
  });

  it('accepts a message before the services are loaded and sends it when they are', async () => {
    const actions = fakeActions({ send: async () => undefined });
    let finish: (actions: WorkbenchActions) => void = () => undefined;
    const start = () => new Promise<WorkbenchActions>((resolve) => (finish = resolve));
    render(
      <WorkbenchProvider start={start}>
        <MessageBox variant="start" />
      </WorkbenchProvider>,
    );
    type('Build a todo list');
    await key({ key: 'Enter' });
    expect(screen.getByText(/sent as soon as it is ready/)).toBeTruthy();
    expect(actions.calls).toEqual([]);
    await act(async () => finish(actions));
    expect(actions.calls).toEqual([{ name: 'send', arguments: ['Build a todo list'] }]);
  });

  it('sends an example at once, and only once, and leaves the draft alone', async () => {
    const actions = fakeActions({ send: async () => undefined });
    let finish: (actions: WorkbenchActions) => void = () => undefined;
    const start = () => new Promise<WorkbenchActions>((resolve) => (finish = resolve));
    const withSuggestion = (suggestion?: Suggestion) => (
      <WorkbenchProvider start={start}>
        <MessageBox variant="start" {...(suggestion === undefined ? {} : { suggestion })} />
      </WorkbenchProvider>
    );
    const { rerender } = render(withSuggestion());
    type('Half an idea');
    rerender(withSuggestion({ text: 'Build a todo list', serial: 1, purpose: 'send' }));
    rerender(withSuggestion({ text: 'Build a todo list', serial: 2, purpose: 'send' }));
    expect(screen.getByText(/sent as soon as it is ready/)).toBeTruthy();
    await act(async () => finish(actions));
    expect(actions.calls).toEqual([{ name: 'send', arguments: ['Build a todo list'] }]);
    expect(box().value).toBe('Half an idea');
  });

  it('takes in an example that is to be edited first', () => {
    const actions = fakeActions({});
    render(
      <ReadyWorkbench actions={actions}>
        <MessageBox variant="start" suggestion={{ text: 'Build a todo list', serial: 1, purpose: 'edit' }} />
      </ReadyWorkbench>,
    );
    expect(box().value).toBe('Build a todo list');
    expect(document.activeElement).toBe(box());
    expect(actions.calls).toEqual([]);
  });

  it('keeps the text when the services have failed', async () => {
    render(
      <WorkbenchProvider start={() => Promise.reject(new Error('no network'))}>
        <MessageBox variant="start" />
      </WorkbenchProvider>,
    );
    await act(async () => undefined);
    type('Build a todo list');
    await key({ key: 'Enter' });
    expect(box().value).toBe('Build a todo list');
  });
});
