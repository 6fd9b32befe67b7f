// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/settings.ts';
import { $hosts, $opening, $ownComputer, type ListedHost, type OwnComputerState } from '../../lib/stores/machines/own-computer.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../testing/fake-actions.ts';
import { MachineDialog } from './machine-dialog.tsx';

const LINK = '#bridge=http://127.0.0.1:8798&token=a1b2c3d4e5f6g7h8i9j0';
const READY: OwnComputerState = {
  state: 'ready',
  computer: {
    user: 'ada',
    host: 'laptop',
    home: '/home/ada',
    sshHosts: [{ name: 'box', host: '192.168.1.224', user: 'jexida', port: 2222 }],
    hasAgent: false,
    keyPaths: ['/home/ada/.ssh/id_ed25519'],
    containers: null,
  },
};
const HOST: ListedHost = {
  id: 'h1',
  name: 'jexida@box',
  place: { kind: 'ssh', host: 'box', identity: { type: 'usual' }, folder: '/srv' },
  usedAt: 1,
  reached: { machineId: 'a1b2c3d4e5f6a7b8', folder: '/srv' },
  state: 'away',
};
const AWAY = { machineId: 'a1b2c3d4e5f6a7b8', user: 'jexida', host: 'jexida@box', home: '/home/jexida', folder: '/srv' };

afterEach(() => {
  cleanup();
  $ownComputer.set({ state: 'unknown' });
  $opening.set({ state: 'none' });
  $hosts.set([]);
  $settings.set(DEFAULT_APP_SETTINGS);
});

interface Shown {
  link?: string | null;
  own?: OwnComputerState;
  scripted?: ScriptedActions;
  given?: Partial<Parameters<typeof MachineDialog>[0]>;
}

function show({ link = null, own = READY, scripted = {}, given = {} }: Shown = {}) {
  const shown: boolean[] = [];
  const actions = fakeActions({
    lookAtOwnComputer: async () => $ownComputer.set(own),
    giveUpOpening: () => $opening.set({ state: 'none' }),
    openMachine: async () => true,
    openPlace: async () => true,
    testPlace: async () => undefined,
    ...scripted,
  });
  const view = render(
    <ReadyWorkbench actions={actions}>
      <MachineDialog link={link} onOpenChange={(isOpen) => shown.push(isOpen)} {...given} />
    </ReadyWorkbench>,
  );
  const callsOf = (name: string) => actions.calls.filter((call) => call.name === name).map((call) => call.arguments);
  return { shown, callsOf, view };
}

const connect = () => screen.getByRole('button', { name: 'Connect' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a page that a bridge has opened asks before it connects, and names the bridge', async () => {
  const { shown, callsOf } = show({ link: LINK });
  expect(screen.getByRole('dialog', { name: 'Work on this computer or a server' }).textContent).toContain('http://127.0.0.1:8798');
  expect(callsOf('openMachine')).toEqual([]);
  fireEvent.click(connect());
  await waitFor(() => expect(shown).toEqual([false]));
  expect(callsOf('openMachine')).toEqual([[LINK]]);
});

test('a bridge of this computer is looked for only when asked to, and its token is still to be pasted', async () => {
  const answers = [[], ['http://127.0.0.1:8798']];
  const { callsOf } = show({ own: { state: 'not-carried' }, scripted: { findBridges: async () => answers.shift() ?? [] } });
  expect(callsOf('findBridges')).toEqual([]);
  press('Look for a bridge on this computer');
  expect(await screen.findByText(/None answers this page/)).toBeTruthy();
  press('Look again');
  expect(await screen.findByText(/A bridge answers at http:\/\/127\.0\.0\.1:8798\..*in the terminal/)).toBeTruthy();
  expect(callsOf('openMachine')).toEqual([]);
  expect(connect()).toHaveProperty('disabled', true);
});

test.each<[OwnComputerState, RegExp]>([
  [{ state: 'key-missing' }, /the address that npm start printed, with #own-computer= in it/],
  [{ state: 'not-carried' }, /opens no folders of your computer/],
  [{ state: 'failed', why: 'It does not answer.' }, /It does not answer\./],
])('without a form (%j) it says why, and an address can be pasted; one that is no bridge’s connects nothing', (own, why) => {
  const { callsOf } = show({ own });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByText('npx devonz-bridge ~/projects/shop')).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Address that the bridge prints' });
  expect(connect()).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: 'http://example.com' } });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/is not the address that devonz-bridge prints/)).toBeTruthy();
  fireEvent.change(field, { target: { value: LINK } });
  expect(connect()).toHaveProperty('disabled', false);
  expect(callsOf('openMachine')).toEqual([]);
});

test('a connection by an address that failed keeps the dialog and what was entered', async () => {
  const { shown, callsOf } = show({ own: { state: 'not-carried' }, scripted: { openMachine: async () => false } });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: LINK } });
  fireEvent.click(connect());
  await waitFor(() => expect(connect()).toHaveProperty('disabled', false));
  expect(callsOf('openMachine')).toEqual([[LINK]]);
  expect(shown).toEqual([]);
  expect(screen.getByRole('textbox')).toHaveProperty('value', LINK);
});

test('the form opens a server; what is missing is said beside its field, and nothing typed is lost', async () => {
  const { shown, callsOf } = show();
  type('Folder', '/srv');
  press('Server over SSH');
  fireEvent.click(connect());
  expect(screen.getByRole('alert').textContent).toBe('Enter the name or address of the server.');
  expect(callsOf('openPlace')).toEqual([]);
  type('Host', 'box');
  expect(screen.getByText('In ~/.ssh/config: jexida@192.168.1.224:2222')).toBeTruthy();
  expect(screen.getByLabelText('User').getAttribute('placeholder')).toBe('jexida');
  fireEvent.change(screen.getByLabelText('Log in with'), { target: { value: 'key' } });
  type('Key file', '/home/ada/.ssh/id_ed25519');
  fireEvent.click(connect());
  await waitFor(() => expect(shown).toEqual([false]));
  const identity = { type: 'key', path: '/home/ada/.ssh/id_ed25519' };
  expect(callsOf('openPlace')).toEqual([[{ kind: 'ssh', host: 'box', identity, folder: '/srv' }, null]]);
});

test('Test opens nothing, and says what it has found', async () => {
  const found = { user: 'ada', host: 'laptop', system: 'Debian 12', shell: '/bin/bash', folder: '/home/ada', programs: { git: '2.39.5' } };
  const { shown, callsOf } = show({ scripted: { testPlace: async () => $opening.set({ state: 'found', found }) } });
  press('Test');
  expect(await screen.findByText('It works: ada@laptop answers.')).toBeTruthy();
  const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(facts).toEqual([
    'System: Debian 12',
    'Shell: /bin/bash',
    'Folder: /home/ada',
    'Node: not found',
    'Git: 2.39.5',
    'Docker: not found',
    'Ollama: not found',
  ]);
  expect(callsOf('testPlace')).toEqual([[{ kind: 'local', folder: '' }, null]]);
  expect(shown).toEqual([]);
});

test('a secret is asked in place, leaves its field at once, and is in no attribute of the page', async () => {
  const { callsOf } = show({ scripted: { answerOpening: async () => undefined } });
  $opening.set({
    state: 'running',
    isTest: true,
    notes: ['Connecting…'],
    question: { id: 'q1', kind: 'hidden', text: 'Password of jexida:' },
  });
  const field = await screen.findByLabelText('Password of jexida:');
  expect(field.getAttribute('type')).toBe('password');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'secret' } });
  press('Answer');
  expect(field).toHaveProperty('value', '');
  expect(callsOf('answerOpening')).toEqual([['q1', 'secret']]);
  expect(document.body.innerHTML).not.toContain('secret');
});

test('a fingerprint is agreed to by Yes only, and the first key that is pressed does not agree', async () => {
  const { callsOf } = show({ scripted: { answerOpening: async () => undefined } });
  $opening.set({
    state: 'running',
    isTest: false,
    notes: [],
    question: { id: 'q1', kind: 'yes-no', text: 'SHA256:abc\u202e. Is that right?' },
  });
  const group = await screen.findByRole('group', { name: /SHA256:abc‹U\+202E›/ });
  expect(document.activeElement?.textContent).toBe('No');
  fireEvent.click(within(group).getByRole('button', { name: 'Yes' }));
  fireEvent.click(within(group).getByRole('button', { name: 'No' }));
  expect(callsOf('answerOpening')).toEqual([
    ['q1', 'yes'],
    ['q1', 'no'],
  ]);
});

test('a failure is said beside the form until something is changed; closing the dialog gives up', async () => {
  const { callsOf, view } = show({
    scripted: {
      async openPlace() {
        $opening.set({ state: 'failed', isTest: false, why: 'No such folder.' });
        return false;
      },
    },
  });
  type('Folder', '/nowhere');
  fireEvent.click(connect());
  expect((await screen.findByRole('alert')).textContent).toContain('It was not connected. No such folder.');
  expect(screen.getByLabelText('Folder')).toHaveProperty('value', '/nowhere');
  type('Folder', '/somewhere');
  expect(screen.queryByRole('alert')).toBeNull();
  const before = callsOf('giveUpOpening').length;
  view.unmount();
  expect(callsOf('giveUpOpening')).toHaveLength(before + 1);
});

test('a host of the list is connected, edited and forgotten', async () => {
  $hosts.set([HOST]);
  const { shown, callsOf } = show({ scripted: { forgetKeptHost: () => undefined } });
  const entry = screen.getByRole('listitem', { name: 'jexida@box, /srv' });
  expect(entry.textContent).toContain('Not connected');
  press('Forget jexida@box, /srv');
  expect(callsOf('forgetKeptHost')).toEqual([['h1']]);
  press('Edit jexida@box, /srv');
  expect(screen.getByLabelText('Host')).toHaveProperty('value', 'box');
  press('Test');
  expect(callsOf('testPlace')).toEqual([[HOST.place, 'h1']]);
  press('Enter another one');
  press('Connect to jexida@box, /srv');
  await waitFor(() => expect(shown).toEqual([false]));
  expect(callsOf('openPlace')).toEqual([[HOST.place, 'h1']]);
});

test('the machine of a chat connects its kept host at once, else the form or the command is filled in', async () => {
  $hosts.set([HOST]);
  const kept = show({ given: { place: AWAY } });
  await waitFor(() => expect(kept.shown).toEqual([false]));
  expect(kept.callsOf('openPlace')).toEqual([[HOST.place, 'h1']]);
  cleanup();
  $hosts.set([]);
  const unknown = show({ given: { place: AWAY } });
  expect(screen.getByLabelText('Host')).toHaveProperty('value', 'box');
  expect(screen.getByLabelText('User')).toHaveProperty('value', 'jexida');
  expect(unknown.callsOf('openPlace')).toEqual([]);
  cleanup();
  $ownComputer.set({ state: 'unknown' });
  show({ own: { state: 'key-missing' }, given: { place: AWAY } });
  expect(screen.getByText('npx devonz-bridge --ssh jexida@box /srv')).toBeTruthy();
});

test('a server that a project names is filled in, and is part of the command that starts the bridge', async () => {
  const { view } = show({ given: { target: 'jexida@lab.example' } });
  expect(await screen.findByLabelText('Host')).toHaveProperty('value', 'lab.example');
  expect(screen.getByLabelText('User')).toHaveProperty('value', 'jexida');
  view.unmount();
  show({ own: { state: 'not-carried' }, given: { target: 'jexida@lab.example' } });
  expect(await screen.findByText('npx devonz-bridge --ssh jexida@lab.example')).toBeTruthy();
});

test('without a proposed server an example is shown, and the machine of the settings is filled in', () => {
  const { view } = show();
  press('Server over SSH');
  expect(screen.getByLabelText('Host')).toHaveProperty('value', '');
  expect(screen.getByLabelText('Host').getAttribute('placeholder')).toContain('192.168.1.224');
  view.unmount();
  $settings.setKey('connection', { host: 'lab', user: 'ada' });
  show();
  press('Server over SSH');
  expect(screen.getByLabelText('Host')).toHaveProperty('value', 'lab');
  expect(screen.getByLabelText('User')).toHaveProperty('value', 'ada');
});

test('what is typed is kept while it connects, after a failure, behind the pasted address and if the server stops answering', async () => {
  show({ scripted: { openPlace: async () => false } });
  fireEvent.click(await screen.findByRole('button', { name: 'Server over SSH' }));
  type('Host', 'box');
  type('Folder', '/srv/shop');
  press('Connect');
  act(() => $opening.set({ state: 'running', isTest: false, notes: [], question: null }));
  act(() => $opening.set({ state: 'failed', isTest: false, why: 'No route.' }));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(screen.getByRole('alert').textContent).toContain('No route.');
  press('Paste a bridge’s address');
  press('Back to the form');
  act(() => $ownComputer.set({ state: 'failed', why: 'It does not answer.' }));
  expect(screen.getByText('It does not answer.')).toBeTruthy();
  expect(['Host', 'Folder'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['box', '/srv/shop']);
});

test('the focus goes to the field that is wrong', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Server over SSH' }));
  press('Connect');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Host')));
});

test('an address that leads nowhere stays, and the focus goes to the word of it', async () => {
  show({ link: LINK, scripted: { openMachine: async () => false } });
  fireEvent.click(connect());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});
