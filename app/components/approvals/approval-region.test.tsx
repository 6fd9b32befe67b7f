// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { argumentFields } from '../../lib/chat/argument-fields.ts';
import { setLanguageSource } from '../../lib/i18n/language.ts';
import { toolCallSchema } from '../../lib/protocol/tool-call.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $approvalForm, $readProposals } from '../../lib/stores/proposals.ts';
import { getToolDefinition } from '../../lib/tools/index.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { showChat, waitingChange, waitingCommand } from '../testing/chat-fixtures.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { ApprovalRegion } from './approval-region.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  $approvalForm.set(null);
  $readProposals.set(new Set());
  $chat.set(INITIAL_CHAT_STATE);
});

function show(calls: Parameters<typeof showChat>[0], scripted: Parameters<typeof fakeActions>[0] = {}) {
  const actions = fakeActions({
    answerApproval: async () => undefined,
    argumentFields: async (toolName) => argumentFields(getToolDefinition(toolName) ?? expect.unreachable(toolName)),
    ...scripted,
  });
  showChat(calls, { status: 'waiting_for_approval' });
  render(
    <ReadyWorkbench actions={actions}>
      <ApprovalRegion />
    </ReadyWorkbench>,
  );
  return actions;
}

const region = () => within(screen.getByRole('region', { name: 'Approval needed' }));
/** A click with a pointer; clicks from the keyboard have the detail 0. */
const press = (name: string) => act(async () => void fireEvent.click(region().getByRole('button', { name }), { detail: 1 }));

describe('the approval region', () => {
  it('is absent while nothing waits', () => {
    show([]);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('shows the command, its parts with their verdict, and why it asks', () => {
    show([waitingCommand('a', 'npm install express')]);
    expect(region().getByText('Asks')).toBeTruthy();
    expect(region().getByText('Uses the network.')).toBeTruthy();
    expect(region().getByText(/No rule covers it/)).toBeTruthy();
    expect(region().getByRole('article', { name: /devonz_run_command, awaiting approval/ })).toBeTruthy();
  });

  it('says a reason once, and which of several parts ask', () => {
    const call = waitingCommand('a', 'rm -rf dist && npm install');
    if (call.status !== 'awaiting_approval') return expect.unreachable();
    const part = (text: string, verdict: 'ask' | 'auto', why: string) => ({ text, verdict, why });
    const asking = (parts: ReturnType<typeof part>[]) => ({ ...call, approval: { ...call.approval, why: 'it removes files', parts } });
    show([asking([part('rm -rf dist', 'ask', 'it removes files')])]);
    expect(region().getAllByText(/it removes files/)).toHaveLength(1);
    cleanup();
    show([asking([part('rm -rf dist', 'ask', 'it removes files'), part('npm install', 'ask', 'it uses the network')])]);
    expect(region().getAllByText(/it removes files/)).toHaveLength(1);
    expect(region().getAllByText(/it uses the network/)).toHaveLength(1);
    // No line that says only that the reasons are beside the parts.
    expect(region().queryByText('Why it asks:')).toBeNull();
    cleanup();
    show([asking([part('rm -rf dist', 'ask', 'it removes files'), part('ls', 'auto', 'it only looks')])]);
    expect(region().getByText(/one of its 2 parts asks: rm -rf dist/)).toBeTruthy();
    cleanup();
    show([asking(['a', 'b', 'c'].map((name) => part(`rm ${name}`, 'ask', 'it removes files')))]);
    expect(region().getAllByText(/it removes files/)).toHaveLength(1);
    expect(region().getByText('Why it asks:').parentElement?.textContent).toBe('Why it asks: it removes files');
  });

  it('writes a command once, also where it is its only part and runs a script', () => {
    const call = waitingCommand('a', 'npm start');
    if (call.status !== 'awaiting_approval') return expect.unreachable();
    const parts = [
      { text: 'npm start', verdict: 'ask' as const, why: 'the script start was changed in this run' },
      { text: 'node server.js', script: 'npm start', verdict: 'ask' as const, why: 'it runs server.js' },
    ];
    const changed = { since: 'run' as const, lines: [{ sign: '+' as const, text: 'start: node server.js' }] };
    const scripts = [
      { run: 'npm start', of: 'package.json', lines: [{ label: 'start', command: 'node server.js' }], text: 'node server.js', changed },
    ];
    show([{ ...call, approval: { ...call.approval, why: parts[0]?.why ?? '', parts, scripts } }]);
    const shown = region().getByRole('group', { name: 'What would run' });
    expect(shown.textContent).toBe(
      [
        ...['$ npm start', 'Asks', 'the script start was changed in this run'],
        ...['package.json', 'start → node server.js', ' Changed in this run', '+start: node server.js'],
        ...['In npm start', 'node server.js', 'Asks', 'it runs server.js'],
      ].join(''),
    );
  });

  it('says of a command that is being edited nothing that was judged of the one before', async () => {
    const call = waitingCommand('a', 'rm -rf dist && ls');
    if (call.status !== 'awaiting_approval') return expect.unreachable();
    const parts = [
      { text: 'rm -rf dist', verdict: 'ask' as const, why: 'it removes files' },
      { text: 'ls', verdict: 'auto' as const, why: 'it only looks' },
    ];
    show([{ ...call, approval: { ...call.approval, why: 'it removes files', parts } }]);
    expect(region().getByText('Why it asks:')).toBeTruthy();
    await press('Edit');
    expect(region().queryByText('Why it asks:')).toBeNull();
    await press('Cancel');
    expect(region().getByText('Why it asks:')).toBeTruthy();
  });

  it('approves by its button', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Approve');
    expect(actions.calls).toEqual([{ name: 'answerApproval', arguments: ['approval-a', { decision: 'approve' }] }]);
  });

  it('approves with Ctrl+Enter only the card that has the focus', async () => {
    const actions = show([waitingCommand('a', 'npm install'), waitingCommand('b', 'npm start')]);
    const second = region().getByRole('article', { name: /npm start/ });
    second.focus();
    await act(async () => void fireEvent.keyDown(second, { key: 'Enter', ctrlKey: true }));
    expect(actions.calls.map((call) => call.arguments[0])).toEqual(['approval-b']);
  });

  it('takes keys that are held down for one answer, not for many', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    const card = region().getByRole('article', { name: /npm install/ });
    await act(async () => void fireEvent.keyDown(card, { key: 'Enter', ctrlKey: true, repeat: true }));
    expect(actions.calls).toEqual([]);
  });

  it('takes no plain Enter in the moment it appears', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const actions = show([waitingCommand('a', 'npm install')]);
    const pressEnter = () => act(async () => void fireEvent.click(region().getByRole('button', { name: 'Approve' }), { detail: 0 }));
    clock.mockReturnValue(1_399);
    await pressEnter();
    expect(actions.calls).toEqual([]);
    clock.mockReturnValue(1_400);
    await pressEnter();
    expect(actions.calls).toHaveLength(1);
  });

  it('shows a proposal as a plan, with the command, its reason and the answers', () => {
    show([waitingCommand('a', 'npm install')]);
    const card = within(region().getByRole('article', { name: /npm install/ }));
    expect(card.getByText('PLAN')).toBeTruthy();
    expect(card.getByText('Run a command')).toBeTruthy();
    expect(card.getByText('The server needs it.').tagName).toBe('EM');
    for (const name of [/^Approve/, 'Deny', 'Edit']) expect(card.getByRole('button', { name })).toBeTruthy();
  });

  it('denies with a reason', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Deny');
    fireEvent.change(region().getByRole('textbox', { name: 'Reason' }), { target: { value: ' Use pnpm ' } });
    await act(async () => void fireEvent.submit(region().getByRole('textbox', { name: 'Reason' })));
    expect(actions.calls).toEqual([{ name: 'answerApproval', arguments: ['approval-a', { decision: 'deny', reason: 'Use pnpm' }] }]);
  });

  it('denies without one', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Deny');
    await act(async () => void fireEvent.submit(region().getByRole('textbox', { name: 'Reason' })));
    expect(actions.calls[0]?.arguments[1]).toEqual({ decision: 'deny' });
  });

  it('approves an edited command with all its other arguments', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Edit');
    fireEvent.change(region().getByRole('textbox', { name: 'Command' }), { target: { value: 'npm ci' } });
    await act(async () => void fireEvent.submit(region().getByRole('textbox', { name: 'Command' })));
    expect(actions.calls.at(-1)?.arguments[1]).toEqual({ decision: 'edit', input: { command: 'npm ci' } });
  });

  it('has the focus again when what was begun on it is given up', async () => {
    show([waitingCommand('a', 'npm install'), waitingCommand('b', 'npm start')]);
    for (const form of ['Edit', 'Deny']) {
      const second = region().getByRole('article', { name: /npm start/ });
      await act(async () => void fireEvent.click(within(second).getByRole('button', { name: form }), { detail: 1 }));
      await act(async () => void fireEvent.keyDown(within(second).getAllByRole('textbox')[0] ?? second, { key: 'Escape' }));
      expect(document.activeElement).toBe(second);
    }
  });

  it('names what can be edited in the user’s language', async () => {
    const before = setLanguageSource(() => ({
      locale: 'de',
      texts: { Edit: 'Bearbeiten', More: 'Mehr', Command: 'Befehl', Folder: 'Ordner' },
    }));
    show([waitingCommand('a', 'npm install')]);
    await press('Bearbeiten');
    await press('Mehr');
    const names = screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'));
    expect(names.slice(0, 2)).toEqual(['Befehl', 'Ordner']);
    setLanguageSource(before);
  });

  it('approves an edited command of one line by Enter, without line breaks at its end', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Edit');
    const field = region().getByRole('textbox', { name: 'Command' });
    const enter = (more = {}) => act(async () => void fireEvent.keyDown(field, { key: 'Enter', ...more }));
    fireEvent.change(field, { target: { value: 'npm ci\n\n' } });
    // A text of several lines, Shift+Enter, and a word that an input method is still composing.
    await enter();
    fireEvent.change(field, { target: { value: 'npm ci' } });
    await enter({ shiftKey: true });
    await enter({ isComposing: true });
    expect(actions.calls.map((call) => call.name)).not.toContain('answerApproval');
    await enter();
    expect(actions.calls.at(-1)?.arguments[1]).toEqual({ decision: 'edit', input: { command: 'npm ci' } });
    cleanup();
    const another = show([waitingCommand('b', 'npm install')]);
    await press('Edit');
    fireEvent.change(region().getByRole('textbox', { name: 'Command' }), { target: { value: 'npm ci &&\n  npm test\n' } });
    fireEvent.keyDown(region().getByRole('textbox', { name: 'Command' }), { key: 'Enter', ctrlKey: true });
    expect(another.calls.at(-1)?.arguments[1]).toEqual({ decision: 'edit', input: { command: 'npm ci &&\n  npm test' } });
  });

  it('lets every argument of a call be edited, by its schema; what its type does not take is said', async () => {
    const actions = show([waitingCommand('a', 'npm install')]);
    await press('Edit');
    await press('More');
    const field = (name: string) => region().getByRole('textbox', { name });
    fireEvent.change(field('Folder'), { target: { value: 'app' } });
    fireEvent.change(field('Milliseconds to wait'), { target: { value: 'soon' } });
    await act(async () => void fireEvent.submit(field('Folder')));
    expect(region().getByRole('alert').textContent).toBe('Milliseconds to wait: This is not a number.');
    expect(actions.calls.map((call) => call.name)).not.toContain('answerApproval');
    fireEvent.change(field('Milliseconds to wait'), { target: { value: '60000' } });
    await act(async () => void fireEvent.submit(field('Folder')));
    expect(actions.calls.at(-1)?.arguments[1]).toEqual({
      decision: 'edit',
      input: { command: 'npm install', cwd: 'app', timeout: 60_000 },
    });
  });

  it('shows the change of a file as hunks', async () => {
    show([waitingChange('a', 'src/app.ts', 'new')], {
      proposedChange: async () => ({ path: 'src/app.ts', before: 'one\ntwo\n', after: 'one\nzwei\n' }),
    });
    const change = await screen.findByRole('region', { name: 'Proposed change' });
    expect(change.textContent).toContain('two');
    expect(change.textContent).toContain('zwei');
    expect(change.textContent).toContain('Line 2');
  });

  it('shows every file that a change of several has, those without text too', async () => {
    const others = [
      { path: 'lib/new.ts', before: '', after: 'fresh\n' },
      { path: 'old.txt', before: 'stale\n', after: '' },
      { path: 'logo.png', before: '', after: '' },
    ];
    const change = { path: 'src/app.ts', before: 'one\n', after: 'eins\n', others };
    show([waitingChange('a', 'src/app.ts', 'new')], { proposedChange: async () => change });
    const shown = (await screen.findByRole('region', { name: 'Proposed change' })).textContent;
    expect(shown).toContain('4 files: src/app.ts, lib/new.ts, old.txt, logo.png');
    for (const text of ['eins', 'lib/new.ts (new), line 1', 'fresh', 'old.txt (removed), line 1', 'stale', 'logo.png, empty or no text'])
      expect(shown).toContain(text);
  });

  it('approves a change by no button and no key before it is to be seen', async () => {
    let read: (change: { path: string; before: string; after: string }) => void = () => undefined;
    const change = new Promise<{ path: string; before: string; after: string }>((resolve) => {
      read = resolve;
    });
    const actions = show([waitingChange('unread', 'src/app.ts', 'new')], { proposedChange: () => change });
    const answers = () => actions.calls.filter(({ name }) => name === 'answerApproval').map((call) => call.arguments[1]);
    await press('Approve');
    fireEvent.keyDown(screen.getByRole('article'), { key: 'Enter', ctrlKey: true });
    expect(answers()).toEqual([]);
    await act(async () => read({ path: 'src/app.ts', before: 'one\n', after: 'eins\n' }));
    await screen.findByRole('region', { name: 'Proposed change' });
    await press('Approve');
    expect(answers()).toEqual([{ decision: 'approve' }]);
  });

  it('approves no change that could not be read, says so, and reads it again when asked to', async () => {
    let tries = 0;
    const actions = show([waitingChange('lost', 'src/app.ts', 'new'), waitingCommand('b', 'npm start')], {
      proposedChange: async () => {
        tries++;
        if (tries === 1) throw new Error('the runtime is gone');
        return { path: 'src/app.ts', before: 'one\n', after: 'eins\n' };
      },
    });
    const answers = () => actions.calls.filter(({ name }) => name !== 'proposedChange');
    expect((await screen.findByRole('alert')).textContent).toContain('the runtime is gone');
    const [card] = screen.getAllByRole('article');
    const approve = within(card ?? expect.unreachable()).getByRole('button', { name: 'Approve' });
    fireEvent.keyDown(approve, { key: 'Enter', ctrlKey: true });
    await press('Approve all 2');
    expect(approve.hasAttribute('disabled')).toBe(true);
    expect(answers()).toEqual([]);
    await press('Try again');
    await screen.findByRole('region', { name: 'Proposed change' });
    expect(approve.hasAttribute('disabled')).toBe(false);
  });

  it('approves no request that could not be drawn with all the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const call = waitingCommand('a', 'npm install');
    if (call.status !== 'awaiting_approval') return expect.unreachable();
    const undrawable = { ...call.approval };
    Object.defineProperty(undrawable, 'reasoning', {
      enumerable: true,
      get() {
        throw new Error('no words');
      },
    });
    const actions = show([{ ...call, approval: undrawable }, waitingCommand('b', 'npm start')], { approveAll: async () => undefined });
    expect(region().getByRole('article', { name: 'A request that could not be drawn' })).toBeTruthy();
    await press('Approve all 2');
    expect(actions.calls).toEqual([]);
  });

  it('shows all of a long task, scope and folder when asked to, before it is approved', () => {
    const call = waitingCommand('a', 'npm install');
    if (call.status !== 'awaiting_approval') return expect.unreachable();
    const long = (end: string) => `${'x'.repeat(900)}-middle-of-${end}-${'y'.repeat(900)}`;
    const asker = { name: 'Helper', task: long('task'), scope: [long('scope'), 'src/**'] };
    const subject = { kind: 'command' as const, command: 'npm install', cwd: `/${long('cwd')}` };
    show([{ ...call, approval: { ...call.approval, asker, subject } }]);
    const shown = () => screen.getByRole('article').textContent ?? '';
    for (const end of ['task', 'scope', 'cwd']) expect(shown()).not.toContain(`middle-of-${end}`);
    for (const more of region().getAllByRole('button', { name: /not shown: show all/ })) fireEvent.click(more);
    for (const end of ['task', 'scope', 'cwd']) expect(shown()).toContain(`middle-of-${end}`);
    expect(region().getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('numbers the cards where several wait', () => {
    show([waitingCommand('a', 'npm install'), waitingCommand('b', 'npm start')]);
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => /\d of \d/.exec(card.textContent ?? '')?.[0])).toEqual(['1 of 2', '2 of 2']);
    cleanup();
    show([waitingCommand('a', 'npm install')]);
    expect(screen.getByRole('article').textContent).not.toMatch(/\d of \d/);
  });

  it('approves all on a phone, where only the first card is unfolded', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: true,
      media,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const change = { path: 'src/app.ts', before: 'one\n', after: 'eins\n' };
    const calls = [waitingChange('a', 'src/app.ts', 'new'), waitingChange('b', 'src/app.ts', 'new')];
    const actions = show(calls, { approveAll: async () => undefined, proposedChange: async () => change });
    await screen.findByRole('region', { name: 'Proposed change' });
    expect(screen.getAllByRole('button', { name: 'Deny' })).toHaveLength(1);
    await press('Approve all 2');
    expect(actions.calls.map((call) => call.name).filter((name) => name !== 'proposedChange')).toEqual(['approveAll']);
  });

  it('no longer counts or shows a request that was denied and waits for its turn', () => {
    const denied = { ...waitingCommand('b', 'npm start'), isDenied: true as const };
    show([waitingCommand('a', 'npm install'), toolCallSchema.parse(denied), waitingCommand('c', 'npm test')]);
    expect(screen.getByText('2 steps wait for your answer.')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    cleanup();
    show([toolCallSchema.parse(denied)]);
    expect(screen.queryByRole('region', { name: 'Approval needed' })).toBeNull();
  });

  it('approves all that wait by one button, which is there only when several wait', async () => {
    const actions = show([waitingCommand('a', 'npm install'), waitingCommand('b', 'npm start')], { approveAll: async () => undefined });
    await press('Approve all 2');
    expect(actions.calls.map((call) => call.name)).toEqual(['approveAll']);
    cleanup();
    show([waitingCommand('a', 'npm install')]);
    expect(screen.queryByRole('button', { name: /Approve all/ })).toBeNull();
  });
});
