// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { recogniseProject } from '../../../lib/project/recognise/recognise-project.ts';
import { chatIdSchema } from '../../../lib/protocol/ids.ts';
import { $chat, $viewStart, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $files } from '../../../lib/stores/files.ts';
import { $liveOutput } from '../../../lib/stores/live-output.ts';
import { showChat, succeeded, toolCall } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $liveOutput.set(new Map());
  $viewStart.set(null);
  $files.set(new Map());
});

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const article = (name: RegExp) => within(log().getByRole('article', { name }));

describe('the conversation', () => {
  it('renders the agent’s words as Markdown, with links that give nothing away and pictures that load nothing', async () => {
    showChat([], {}, [{ type: 'text', text: 'See **this** [page](https://example.com) ![cat](https://example.com/cat.png)' }]);
    await showConversation();
    const link = await log().findByRole('link', { name: 'page' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(log().queryByRole('img')).toBeNull();
    expect(log().getByRole('link', { name: 'Picture: cat' })).toBeTruthy();
  });

  it('renders text as it streams, and once only when it is whole', async () => {
    const text = (words: string) => [{ type: 'text' as const, id: 'text-1', text: words }];
    showChat([], { status: 'thinking' });
    await showConversation();
    for (const words of ['I wri', 'I write **the', 'I write **the list**.']) {
      act(() => $chat.setKey('liveParts', text(words)));
      const shown = words.replaceAll('**', '');
      await waitFor(() =>
        expect(
          log()
            .getByText(/^I wri/)
            .textContent?.replaceAll('**', ''),
        ).toBe(shown),
      );
    }
    expect(log().getByText('the list').tagName).toBe('STRONG');
    act(() => showChat([], { status: 'completed' }, [{ type: 'text', text: 'I write **the list**.' }]));
    await waitFor(() => expect(log().getAllByText(/^I wri/)).toHaveLength(1));
  });

  it('says how the project is run also below commands of the user, as of a generator that has just made it', async () => {
    const message = { id: 'user-1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'npx create-vite .' }] };
    const done = { command: 'npx create-vite .', status: 'completed' as const, exitCode: 0, output: 'Done.' };
    $files.set(new Map([['package.json', { kind: 'file', change: 'none' }]]));
    $chat.set({ ...INITIAL_CHAT_STATE, messages: [message], userCommands: new Map([[message.id, done]]) });
    const facts = await recogniseProject({ paths: ['package.json'], readText: async () => '{"scripts":{"dev":"vite"}}' });
    await showConversation({ describeOpen: async () => ({ facts, files: 1, bytes: 1 }) });
    expect(await log().findByText('npm run dev')).toBeTruthy();
    act(() => $chat.setKey('messages', [message, { ...message, id: 'user-2', parts: [{ type: 'text', text: 'Make it blue' }] }]));
    expect(await log().findByText('Make it blue')).toBeTruthy();
    expect(log().queryByText('npm run dev')).toBeNull();
  });

  it('is empty after /clear but for what comes then, and can be shown again', async () => {
    const chatId = chatIdSchema.parse('chat-1');
    showChat([], { chatId, status: 'completed' }, [{ type: 'text', text: 'An old answer.' }]);
    $viewStart.set({ chatId, messageId: 'assistant-1', parts: 1 });
    await showConversation();
    expect(log().queryByRole('article')).toBeNull();
    expect(log().queryByText('Build a todo list')).toBeNull();
    const later = [{ id: 'user-2', role: 'user' as const, parts: [{ type: 'text' as const, text: 'And now?' }] }];
    act(() => $chat.setKey('messages', [...$chat.get().messages, ...later]));
    expect(await log().findByText('And now?')).toBeTruthy();
    expect(log().queryByText('Build a todo list')).toBeNull();
    fireEvent.click(log().getByRole('button', { name: 'Show the earlier conversation' }));
    expect(await log().findByText('Build a todo list')).toBeTruthy();
    expect(await log().findByText('An old answer.')).toBeTruthy();
  });

  it('shows a finished command as one row that opens on its output', async () => {
    showChat([succeeded('a', 'devonz_run_command', { command: 'npm test' }, { status: 'completed', exitCode: 0, output: '9 passed' })]);
    await showConversation();
    const card = article(/npm test, devonz_run_command, success/);
    expect(card.getByText('Exit 0')).toBeTruthy();
    expect(card.queryByText('9 passed')).toBeNull();
    fireEvent.click(card.getByRole('button', { expanded: false }));
    expect(card.getByText('9 passed')).toBeTruthy();
  });

  it('shows a failed command open, and the output of a running one as it comes', async () => {
    showChat([
      succeeded('a', 'devonz_run_command', { command: 'npm run lint' }, { status: 'completed', exitCode: 2, output: 'Missing script' }),
      toolCall('b', 'devonz_run_command', { command: 'npm install' }, { status: 'executing', startedAt: 1 }),
    ]);
    $liveOutput.set(new Map([['b', { text: 'added 1 package', linesBefore: 0 }]]));
    await showConversation();
    expect(article(/npm run lint/).getByText('Missing script')).toBeTruthy();
    expect(article(/npm install, devonz_run_command, executing/).getByText('added 1 package')).toBeTruthy();
  });

  it('cuts an output at 2 000 characters and says so', async () => {
    const output = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    showChat([succeeded('a', 'devonz_run_command', { command: 'x' }, { status: 'completed', exitCode: 0, output })]);
    await showConversation();
    const card = article(/Command x/);
    fireEvent.click(card.getByRole('button', { expanded: false }));
    expect(card.queryByText(/line 499/)).toBeNull();
    expect(card.getByText(/First \d+ of 500 lines/)).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Show all' }));
    expect(card.getByText(/line 499/)).toBeTruthy();
  });

  it('says whether a file was made or changed, and what was denied', async () => {
    showChat([
      succeeded('a', 'devonz_write_file', { path: 'src/a.ts', content: '1\n2\n' }, { created: true }),
      succeeded('b', 'devonz_edit_file', { path: 'src/b.ts', edits: [{ find: 'x', replace: 'y\nz' }] }, { created: false }),
      toolCall('c', 'devonz_write_file', { path: 'c.ts', content: '' }, { status: 'error', code: 'denied', message: 'No', finishedAt: 1 }),
    ]);
    await showConversation();
    expect(article(/Created src\/a.ts/).getByText('+2')).toBeTruthy();
    expect(article(/Changed src\/b.ts/).getByText('−1')).toBeTruthy();
    expect(article(/Denied by you c.ts, devonz_write_file, error/)).toBeTruthy();
  });

  it('shows a call by an unknown name, even one that an object has', async () => {
    showChat([
      toolCall('a', 'constructor', {}, { status: 'error', code: 'unknown_tool', message: 'There is no such tool', finishedAt: 1 }),
    ]);
    await showConversation();
    const row = article(/constructor, constructor, error/);
    fireEvent.click(row.getByText('There is no such tool.'));
    expect(row.getByText('There is no such tool')).toBeTruthy();
  });

  it('offers what can be done when a run has failed, was stopped or has reached its limit', async () => {
    const done = async () => undefined;
    const actions = await showConversation({ retry: done, send: done, grantIterations: done });
    act(() => showChat([], { status: 'error', notice: { type: 'error', message: 'Overloaded', isRetryable: true } }));
    fireEvent.click(article(/Error/).getByRole('button', { name: 'Retry' }));
    act(() => showChat([], { notice: { type: 'stopped' } }));
    fireEvent.click(article(/Stopped/).getByRole('button', { name: 'Continue' }));
    act(() => showChat([], { notice: { type: 'iteration-limit', limit: 25 } }));
    fireEvent.click(article(/Limit reached/).getByRole('button', { name: '25 more' }));
    expect(actions.calls.map((call) => [call.name, ...call.arguments])).toEqual([['retry'], ['send', 'Continue'], ['grantIterations', 25]]);
  });

  it('sums up a completed run', async () => {
    const work = {
      changed: [{ path: 'a.ts', kind: 'created' as const, by: 'agent' as const }],
      checks: [],
      isChecked: false,
      unchecked: [],
    };
    showChat([succeeded('a', 'devonz_write_file', { path: 'a.ts', content: '' }, { created: true })], { status: 'completed', work });
    await showConversation();
    expect(article(/Complete/).getByText('1 step · 1 file created')).toBeTruthy();
  });
});

describe('the run strip', () => {
  it('says the state and the steps used, and stops', async () => {
    showChat([], { status: 'executing', iteration: 3, maxIterations: 25 });
    const actions = await showConversation({ stop: async () => undefined });
    expect(screen.getByRole('status', { name: 'Agent status' }).textContent).toBe('Executing…');
    expect(screen.getByRole('progressbar', { name: 'Iterations' }).textContent).toBe('3 / 25');
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(actions.calls.map((call) => call.name)).toEqual(['stop']);
  });

  it('offers more steps near the limit', async () => {
    showChat([], { status: 'thinking', iteration: 21, maxIterations: 25 });
    const actions = await showConversation({ grantIterations: async () => undefined });
    fireEvent.click(screen.getByRole('button', { name: '25 more' }));
    expect(actions.calls[0]?.arguments).toEqual([25]);
  });

  it('is away when no run is open', async () => {
    await showConversation();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });
});
