// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { chatIdSchema } from '../../../lib/protocol/ids.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import type { UserCommand } from '../../../lib/protocol/user-command.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $processes, $runningCommands } from '../../../lib/stores/terminals.ts';
import { $place } from '../../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../../lib/workbench/workbench-actions.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { showChat, succeeded, toolCall } from '../../testing/chat-fixtures.ts';
import { fakeActions } from '../../testing/fake-actions.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import { showConversation } from '../testing/show-conversation.tsx';

/** Checks the cards of the seeds. */
afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $processes.set([]);
  $runningCommands.set([]);
});

function showUserCommand(done: UserCommand) {
  const message = { id: 'command-1', role: 'user' as const, parts: [{ type: 'text' as const, text: done.command }] };
  showChat([], { messages: [message], userCommands: new Map([[message.id, done]]) });
}

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const article = (name: RegExp) => log().getByRole('article', { name });
const run = (state: Parameters<typeof toolCall>[3]) =>
  toolCall('a', 'devonz_run_command', { command: 'npm test', reasoning: 'It shows whether it works.', cwd: 'app' }, state);

describe('a command of the user', () => {
  it('is seen while it runs, in the chat that it was run in, and can be stopped there', async () => {
    const command = { id: 3, chatId: 'chat-1', command: 'npm run build', startedAt: Date.now(), waitsFor: null };
    $runningCommands.set([command, { ...command, id: 4, chatId: 'chat-2', command: 'npm test' }]);
    showChat([], { chatId: chatIdSchema.parse('chat-1') });
    const stopped: number[] = [];
    await showConversation({ stopCommand: (id) => void stopped.push(id) });
    const card = within(article(/Your command npm run build is running/));
    fireEvent.click(card.getByRole('button', { name: 'Stop npm run build' }));
    expect(stopped).toEqual([3]);
    expect(log().queryByRole('article', { name: /npm test/ })).toBeNull();
    act(() => $runningCommands.set([]));
    expect(log().queryByRole('article', { name: /npm run build/ })).toBeNull();
  });
});

describe('a command’s card', () => {
  it('has the agent’s edge while it runs, its reason in italics, a green prompt, the folder and its output in a scroll area', async () => {
    showChat([run({ status: 'executing', startedAt: 1 })]);
    await showConversation();
    const card = article(/Command npm test, devonz_run_command, executing/);
    expect(card.dataset.edge).toBe('amber');
    expect(within(card).getByText('It shows whether it works.').tagName).toBe('EM');
    expect(card.querySelector('.well .c-green')?.textContent).toBe('$ ');
    expect(within(card).getByText('app')).toBeTruthy();
  });

  it('shows exit code and output of a failed one, with a red edge', async () => {
    showChat([
      run({ status: 'success', output: { status: 'completed', exitCode: 2, output: 'No such script' }, finishedAt: 2, durationMs: 5 }),
    ]);
    await showConversation();
    // The label says it too, for screen readers.
    const card = article(/npm test, devonz_run_command, error/);
    expect(card.dataset.edge).toBe('red');
    expect(within(card).getByText('Exit 2')).toBeTruthy();
    expect(within(card).getByRole('log', { name: 'Output of npm test' }).textContent).toBe('No such script');
    expect(within(card).getByRole('log').className).toContain('max-h-200px');
  });
});

describe('the edge of a card shows the state of its step', () => {
  const output = (values: Record<string, JsonValue>) => ({ status: 'success', output: values, finishedAt: 2, durationMs: 5 });
  it.each([
    ['a command that runs', { status: 'executing', startedAt: 1 }, 'amber', /^Running/],
    ['one that succeeded', output({ status: 'completed', exitCode: 0, output: '' }), 'green', 'Exit 0'],
    ['one that failed', output({ status: 'completed', exitCode: 1, output: '' }), 'red', 'Exit 1'],
    ['one that outlived its time', output({ status: 'timed_out', processId: 'p', output: '' }), 'amber', 'In the background'],
    ['one in the background', output({ status: 'running', processId: 'p', output: '' }), 'amber', 'In the background'],
    ['one that was denied', { status: 'error', code: 'denied', message: 'No.', finishedAt: 1 }, 'yellow', 'Denied by you'],
    ['one that is blocked', { status: 'error', code: 'blocked', message: 'Never.', finishedAt: 1 }, 'red', 'Blocked'],
  ])('of %s', async (_name, state, edge, words) => {
    $processes.set([{ processId: 'p', command: 'npm test', directory: '', port: null, startedAt: 1, waitsFor: null }]);
    showChat([run(state)]);
    await showConversation();
    const card = article(/npm test/);
    expect(within(card).getByText(words)).toBeTruthy();
    expect(card.dataset.edge).toBe(edge);
  });

  it.each([
    ['that is being written', { status: 'executing', startedAt: 1 }, 'amber'],
    ['that was written', output({ path: 'a.ts', created: true }), 'green'],
    ['that could not be written', { status: 'error', code: 'failed', message: 'No room.', finishedAt: 1 }, 'red'],
    ['that the user did not want', { status: 'error', code: 'denied', message: 'No.', finishedAt: 1 }, 'yellow'],
  ])('of a file: %s', async (_name, state, edge) => {
    showChat([toolCall('a', 'devonz_write_file', { path: 'a.ts', content: 'x' }, state)]);
    await showConversation();
    expect(article(/a\.ts/).dataset.edge).toBe(edge);
  });

  it.each([
    [0, 'green'],
    [1, 'red'],
  ])('a command of the user that ended with %s', async (exitCode, edge) => {
    showUserCommand({ command: 'npm test', status: 'completed', exitCode, output: 'said' });
    await showConversation();
    expect(article(/^Your command npm test/).dataset.edge).toBe(edge);
  });
});

describe('the end of a run', () => {
  it('is green with its sign and sum when complete, red when stopped or failed, with what to do', async () => {
    const summary = succeeded('a', 'devonz_task_complete', { summary: 'The list works.' }, null, {
      type: 'work-completed',
      summary: 'The list works.',
    });
    showChat([summary], { status: 'completed' });
    await showConversation({ retry: async () => undefined });
    expect(await log().findByText('The list works.')).toBeTruthy();
    const complete = article(/^Complete/);
    expect(complete.dataset.edge).toBe('green');
    expect(complete.querySelector('.i-lucide-sparkle')).not.toBeNull();
    act(() => showChat([], { notice: { type: 'stopped' } }));
    expect(article(/^Stopped/).dataset.edge).toBe('red');
    act(() => showChat([], { status: 'error', notice: { type: 'error', message: 'The server cannot be reached.', isRetryable: true } }));
    expect(article(/^Error/).dataset.edge).toBe('red');
    expect(within(article(/^Error/)).getByText('The server cannot be reached.')).toBeTruthy();
    expect(within(article(/^Error/)).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('the kinds of panels', () => {
  it('are the prompt, the answer, the plan, the output of a command and the status', async () => {
    const plan = {
      subgoals: [
        { id: '1', objective: 'Make the list', status: 'completed' },
        { id: '2', objective: 'Style it', status: 'in_progress' },
      ],
    };
    showChat(
      [
        succeeded('plan', 'devonz_update_plan', plan, { subgoals: 2, completed: 1 }),
        succeeded('run', 'devonz_run_command', { command: 'npm test' }, { status: 'completed', exitCode: 1, output: '1 failed' }),
      ],
      { status: 'thinking', iteration: 2, maxIterations: 25, messageMeta: new Map([['user-1', { mode: 'agent', at: 0 }]]) },
      [{ type: 'text', text: 'I make a plan.' }],
    );
    await showConversation();
    expect(log().getByText('PROMPT')).toBeTruthy();
    expect(log().getAllByText('AGENT RESPONSE')).toHaveLength(1);
    expect(within(article(/npm test/)).getByText('COMMAND OUTPUT')).toBeTruthy();
    expect(log().getByText('agent:/>')).toBeTruthy();
    expect(log().getByText('Build a todo list')).toBeTruthy();
    expect(await log().findByText('I make a plan.')).toBeTruthy();
    const panel = article(/^Plan, devonz_update_plan, 1 of 2 done/);
    expect(within(panel).getByText('PLAN')).toBeTruthy();
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['done: Make the list', 'in progress: Style it']);
    expect(within(article(/npm test/)).getByRole('log', { name: 'Output of npm test' })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Agent status' }).textContent).toBe('Thinking…');
  });

  it('of the plan names the objectives, too, when the call changed only some states by id', async () => {
    const input = { update: [{ id: '1', status: 'completed' }] };
    const output = { subgoals: 2, completed: 1, changed: ['1: completed'], open: ['2 (in_progress)'] };
    const plan = [
      { id: '1', objective: 'Make the list', status: 'completed' as const },
      { id: '2', objective: 'Style it', status: 'in_progress' as const },
    ];
    showChat([succeeded('plan', 'devonz_update_plan', input, output, { type: 'plan-updated', plan })]);
    await showConversation();
    const items = within(article(/^Plan, devonz_update_plan, 1 of 2 done/)).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['done: Make the list', 'in progress: Style it']);
  });

  it('of a command of the user says who ran it and what it printed; in this browser it is not remote', async () => {
    showUserCommand({ command: 'npm test', status: 'completed', exitCode: 1, output: 'one failed' });
    await showConversation();
    const panel = within(article(/^Your command npm test, Exit 1/));
    for (const text of ['COMMAND', 'Run by you', 'Exit 1', 'one failed']) expect(panel.getByText(text)).toBeTruthy();
    expect(panel.queryByText('REMOTE COMMAND')).toBeNull();
  });

  it('of a command of the user on a real machine is the remote command, with its host, exit code and both streams', async () => {
    $place.set({ machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' });
    const done = { command: 'docker ps', status: 'completed', exitCode: 1, output: 'none\nno daemon' } as const;
    showUserCommand({ ...done, errorParts: [{ from: 5, to: 14 }] });
    await showConversation();
    const panel = within(article(/^Your command docker ps, Exit 1/));
    for (const text of ['REMOTE COMMAND', 'Exit 1', 'standard error']) expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getAllByText(/ada@server/).length).toBeGreaterThan(0);
    expect(panel.getByRole('group', { name: 'Standard error' }).textContent).toBe('no daemon');
    $place.set(null);
  });

  it('of a search say how much was found', async () => {
    showChat([succeeded('a', 'devonz_search_code', { query: 'cart' }, { query: 'cart', matchCount: 3, results: [] })]);
    await showConversation();
    expect(within(article(/Searched cart/)).getByText('3 matches')).toBeTruthy();
  });
});

describe('the mode', () => {
  it('is one for every message box on the page', () => {
    const update: WorkbenchActions['settings']['updateAgentSettings'] = (patch) =>
      $settings.setKey('agent', { ...$settings.get().agent, ...patch });
    render(
      <ReadyWorkbench actions={fakeActions({ updateAgentSettings: update })}>
        <MessageBox variant="session" />
        <MessageBox variant="session" />
      </ReadyWorkbench>,
    );
    const placeholders = () =>
      screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).map((box) => box.placeholder.split(' ')[0]);
    expect(placeholders()).toEqual(['agent:/>', 'agent:/>']);
    fireEvent.click(screen.getAllByRole('switch', { name: 'Agent mode' })[0] ?? expect.unreachable());
    expect(placeholders()).toEqual(['chat:/>', 'chat:/>']);
    expect(screen.getAllByRole('switch', { name: 'Agent mode' }).map((one) => one.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
    ]);
  });
});
