// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { putInMessageBox } from '../../lib/chat/put-in-message-box.ts';
import type { TerminalConnection } from '../../lib/runtime/terminal-service.ts';
import { $returnedText } from '../../lib/stores/chat.ts';
import { $activeTerminal, $terminals, type TerminalInfo } from '../../lib/stores/terminals.ts';
import { $announcement, $narrowPane } from '../../lib/stores/workbench.ts';
import { $terminalRequest } from '../../lib/terminal/terminal-request.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { TerminalArea } from './terminal-area.tsx';

afterEach(() => {
  cleanup();
  $terminals.set([]);
  $activeTerminal.set(null);
  $returnedText.set(null);
  $terminalRequest.set(null);
  $narrowPane.set('chat');
  $announcement.set('');
  vi.unstubAllGlobals();
});

const AGENT: TerminalInfo = { terminalId: 'agent', name: 'Agent', isAgent: true, status: 'running' };
const OWN: TerminalInfo = { terminalId: 'terminal-1', name: 'Terminal 1', isAgent: false, status: 'running' };

function show(past: string, shown = OWN) {
  const written: string[] = [];
  const connection: TerminalConnection = {
    subscribe(listener) {
      listener(past);
      return () => undefined;
    },
    write: (data) => void written.push(data),
    resize: () => undefined,
  };
  const actions = fakeActions({
    connectTerminal: () => connection,
    renameTerminal: (terminalId, name) =>
      $terminals.set($terminals.get().map((info) => (info.terminalId === terminalId ? { ...info, name } : info))),
    clearTerminal: () => undefined,
    restartTerminal: () => undefined,
    quote: async (text) => putInMessageBox({ text, attachments: [] }),
  });
  $terminals.set([AGENT, OWN]);
  $activeTerminal.set(shown.terminalId);
  const view = render(
    <ReadyWorkbench actions={actions}>
      <TerminalArea />
    </ReadyWorkbench>,
  );
  return { actions, written, view };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const count = () => screen.getByRole('status').textContent;
const keys = (name: string, init: object) => fireEvent.keyDown(screen.getByRole('textbox', { name }), init);
/** The screen renders a moment after the text was written. */
const drawn = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));

test('what is typed is found from the newest up, counted, and gone through in both directions', async () => {
  show('npm run dev\r\nready in 5 ms\r\nready again\r\n');
  await drawn('ready again');
  press('Find in the terminal');
  const field = screen.getByRole('textbox', { name: 'Find' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'ready' } });
  expect(count()).toBe('2 of 2');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(count()).toBe('1 of 2');
  press('Match below (Shift+Enter)');
  expect(count()).toBe('2 of 2');
  fireEvent.change(field, { target: { value: 'READY' } });
  press('Match case');
  expect(count()).toBe('No matches');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('search')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Terminal 1 input' }));
});

test('what is found keeps its place when the colours change', async () => {
  show('one\r\none\r\n');
  await drawn('one');
  press('Find in the terminal');
  fireEvent.change(screen.getByRole('textbox', { name: 'Find' }), { target: { value: 'one' } });
  press('Match above (Enter)');
  expect(count()).toBe('1 of 2');
  document.documentElement.dataset.theme = 'light';
  await Promise.resolve();
  expect(count()).toBe('1 of 2');
  delete document.documentElement.dataset.theme;
});

test('what is sent to the agent waits in the message box, under the terminal’s name', async () => {
  show('\x1b[31mTypeError\x1b[0m: x is undefined\u202e\r\n');
  await drawn('TypeError');
  press('Send what is in view to the agent');
  expect($returnedText.get()?.text).toBe('From Terminal 1:\n```text\nTypeError: x is undefined‹U+202E›\n```\n');
  expect($narrowPane.get()).toBe('chat');
  expect($announcement.get()).toBe('The text of Terminal 1 is in the message box. Nothing is sent yet.');
});

test('only the matching text goes along when it is selected', async () => {
  show('before\r\nthe error\r\nafter\r\n');
  await drawn('the error');
  press('Find in the terminal');
  fireEvent.change(screen.getByRole('textbox', { name: 'Find' }), { target: { value: 'the error' } });
  press('Send the selection to the agent');
  expect($returnedText.get()?.text).toBe('From Terminal 1:\n```text\nthe error\n```\n');
});

test('an empty terminal says so, and puts nothing into the message', () => {
  show('');
  press('Send what is in view to the agent');
  expect(screen.getByRole('alert').textContent).toContain('The terminal is empty.');
  expect($returnedText.get()).toBeNull();
});

test('the keys for copying copy what is selected, and a browser that refuses says what to do', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { ...navigator, platform: 'Linux', clipboard: { writeText: async (text: string) => void copied.push(text) } });
  const { written } = show('one two\r\n');
  await drawn('one two');
  press('Find in the terminal');
  fireEvent.change(screen.getByRole('textbox', { name: 'Find' }), { target: { value: 'two' } });
  keys('Terminal 1 input', { key: 'C', keyCode: 67, ctrlKey: true, shiftKey: true });
  await waitFor(() => expect($announcement.get()).toBe('Copied.'));
  expect(copied).toEqual(['two']);
  expect(written).toEqual([]);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('no')) } });
  press('Copy what is in view');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The browser does not let the page copy.'));
});

test('a terminal is cleared on the screen and in what is kept of it', async () => {
  const { actions } = show('old output\r\nsecond\r\n~ $ ');
  await drawn('old output');
  press('Clear the terminal');
  press('Send what is in view to the agent');
  expect($returnedText.get()?.text).toBe('From Terminal 1:\n```text\n~ $\n```\n');
  expect(actions.calls.filter(({ name }) => name === 'clearTerminal')).toEqual([{ name: 'clearTerminal', arguments: ['terminal-1'] }]);
});

test('F2 on its tab or a double click gives a terminal a name; one it cannot have is refused with the reason', () => {
  show('');
  const tab = screen.getByRole('tab', { name: 'Terminal 1' });
  fireEvent.keyDown(tab, { key: 'F2' });
  const field = screen.getByRole('textbox', { name: 'New name of Terminal 1' });
  fireEvent.change(field, { target: { value: 'Agent' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('alert').textContent).toBe('Only the agent’s own terminal is called that.');
  fireEvent.change(field, { target: { value: ' server ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  const renamed = screen.getByRole('tab', { name: 'server' });
  expect(document.activeElement).toBe(renamed);
  expect(screen.getByRole('textbox', { name: 'server input' })).toBeTruthy();
  fireEvent.doubleClick(renamed);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'New name of server' }), { key: 'Escape' });
  expect(screen.queryByRole('textbox', { name: 'New name of server' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'server' })).toBeTruthy();
});

test('the agent’s terminal keeps its name, and is read only', async () => {
  const { written } = show('$ npm test\r\n', AGENT);
  await drawn('npm test');
  fireEvent.doubleClick(screen.getByRole('tab', { name: 'Agent' }));
  expect(screen.queryByRole('textbox', { name: /New name/ })).toBeNull();
  keys('Agent input', { key: 'a', keyCode: 65 });
  expect(written).toEqual([]);
  expect(screen.getByText(/The agent’s own shell/)).toBeTruthy();
});

test('what the palette asks for is done with the terminal that is shown', async () => {
  show('text\r\n');
  await drawn('text');
  act(() => $terminalRequest.set('find'));
  expect(screen.getByRole('search', { name: 'Find in the terminal' })).toBeTruthy();
  act(() => $terminalRequest.set('rename'));
  expect(screen.getByRole('textbox', { name: 'New name of Terminal 1' })).toBeTruthy();
  expect($terminalRequest.get()).toBeNull();
});

test('in a narrow window the tools are in a menu, and what brings the caret somewhere does so when the menu has gone', async () => {
  const ignored = () => undefined;
  const listening = { addEventListener: ignored, removeEventListener: ignored, addListener: ignored, removeListener: ignored };
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: true, media, ...listening }));
  show('text\r\n');
  await drawn('text');
  const openMenu = () => fireEvent.keyDown(screen.getByRole('button', { name: 'More for this terminal' }), { key: 'Enter' });
  const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
  openMenu();
  expect(items()).toEqual([
    'Find in the terminal',
    'Send what is in view to the agent',
    'Copy what is in view',
    'Clear the terminal',
    'Start the shell again',
    'Rename the terminal',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rename the terminal' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New name of Terminal 1' })));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'New name of Terminal 1' }), { key: 'Escape' });
  openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Find in the terminal' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find' })));
});

test('links are followed by the keyboard too, from a menu of the newest', async () => {
  show('see https://a.example/docs\r\n');
  await drawn('a.example');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Links in the terminal' }), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'https://a.example/docs' }), { key: 'Enter' });
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This link leads to https://a.example'));
});

test('a shell that has ended says so, and is started again from there', async () => {
  const { actions } = show('bye\r\n', { ...OWN, status: 'exited' });
  $terminals.set([AGENT, { ...OWN, status: 'exited' }]);
  await drawn('bye');
  expect(screen.getByText('This shell has ended.')).toBeTruthy();
  const [first] = screen.getAllByRole('button', { name: 'Start the shell again' });
  fireEvent.click(first as HTMLElement);
  expect(actions.calls.map(({ name, arguments: given }) => [name, ...given]).at(-1)).toEqual(['restartTerminal', 'terminal-1']);
});

test('a terminal that has ended, as after a reload, takes no field from under the fingers of whoever types there', () => {
  const ENDED: TerminalInfo = { terminalId: 'ended-0', name: 'Terminal 1', isAgent: false, status: 'exited' };
  const message = document.body.appendChild(document.createElement('textarea'));
  message.focus();
  const { view } = show('');
  // A terminal that the user has just opened takes the focus.
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Terminal 1 input' }));
  view.unmount();
  message.focus();
  $terminals.set([ENDED]);
  $activeTerminal.set(null);
  render(
    <ReadyWorkbench actions={fakeActions({ connectTerminal: () => silent })}>
      <TerminalArea />
    </ReadyWorkbench>,
  );
  expect(document.activeElement).toBe(message);
  act(() => $terminals.set([AGENT, ENDED]));
  act(() => $activeTerminal.set(ENDED.terminalId));
  expect(document.activeElement).toBe(message);
  message.blur();
  act(() => $activeTerminal.set(AGENT.terminalId));
  act(() => $activeTerminal.set(ENDED.terminalId));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Terminal 1 input' }));
  message.remove();
});

const silent: TerminalConnection = { subscribe: () => () => undefined, write: () => undefined, resize: () => undefined };

test('lines that are pasted are shown and asked about; one line is pasted without the break at its end', async () => {
  const { written } = show('$ ');
  const input = screen.getByRole('textbox', { name: 'Terminal 1 input' });
  const paste = (text: string) => act(async () => void fireEvent.paste(input, { clipboardData: { getData: () => text } }));
  await paste('npm test\n');
  expect(written.join('')).toBe('npm test');
  await paste('cd src\n\u200brm -rf build\nls\n');
  expect(written.join('')).toBe('npm test');
  const question = within(screen.getByRole('alert'));
  expect(screen.getByRole('alert').textContent).toContain('This pastes 3 lines');
  expect(screen.getByRole('alert').textContent).toContain('rm -rf build');
  const button = question.getByRole('button', { name: 'Paste 3 lines' });
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(input);
  await paste('one\r\ntwo');
  fireEvent.click(screen.getByRole('button', { name: 'Paste 2 lines' }));
  expect(written.join('')).toBe('npm testone\rtwo');
  expect(screen.queryByRole('alert')).toBeNull();
});
