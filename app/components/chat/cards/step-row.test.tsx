// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toolCallSchema } from '../../../lib/protocol/tool-call.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { showChat, succeeded, toolCall, waitingCommand } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

const read = (id: string, path: string) =>
  succeeded(id, 'devonz_read_file', { path, startLine: 2, endLine: 3 }, { path, content: 'two\nthree', lineCount: 9 });
const show = () => showConversation({ resultText: async ({ output }) => `as the model reads it: ${JSON.stringify(output)}` });

async function open(name: RegExp) {
  const row = screen.getByRole('article', { name });
  await act(async () => void fireEvent.click(row.querySelector('summary') ?? expect.unreachable()));
  return within(row);
}

describe('the line of a step', () => {
  it('opens to its arguments and to what the model was given', async () => {
    showChat([read('a', 'src/app.ts')]);
    await show();
    expect(screen.queryByText(/startLine: 2/)).toBeNull();
    const row = await open(/Read src\/app\.ts/);
    expect(row.getByText(/startLine: 2/).textContent).toContain('endLine: 3');
    expect(row.getByRole('region', { name: 'What the model was given' }).textContent).toContain('two\\nthree');
  });

  it('of several steps opens to each of them', async () => {
    showChat([read('a', 'src/app.ts'), read('b', 'src/main.ts')]);
    await show();
    const group = await open(/Read 2 files/);
    expect(group.getAllByRole('article')).toHaveLength(2);
    const row = await open(/Read src\/main\.ts/);
    expect(row.getByText(/path: src\/main\.ts/)).toBeTruthy();
  });

  it('does not open before its step is done', async () => {
    showChat([toolCall('a', 'devonz_read_file', { path: 'a.ts' }, { status: 'executing', directory: '', startedAt: 1 })]);
    await show();
    expect(screen.getByRole('article', { name: /Reading a\.ts/ }).querySelector('summary')).toBeNull();
  });
});

it.each(['devonz_run_command', 'devonz_write_file', 'devonz_delete_file'])(
  'a call of %s that was denied while another runs says so at once',
  async (toolName) => {
    const waiting = waitingCommand('a', 'npm test');
    showChat([toolCallSchema.parse({ ...waiting, toolName, input: { command: 'npm test', path: 'a.ts' }, isDenied: true })]);
    await show();
    expect(within(screen.getByRole('log', { name: 'Conversation' })).getAllByText('Denied, waits for its turn')).not.toEqual([]);
  },
);
