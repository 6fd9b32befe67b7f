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

  it('says of a look without a server that there was no page', async () => {
    const failed = { status: 'error', code: 'not_found', message: 'No server of the project has opened a port.', finishedAt: 2 };
    showChat([toolCall('a', 'devonz_preview', { port: 5173 }, failed)]);
    await show();
    expect(screen.getByRole('article', { name: /preview/ }).textContent).toContain('There was no page to look at.');
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

it.each([
  ['no_match', 'The text to replace was not found in src/a.ts; the agent tries again.'],
  ['many_matches', 'The text to replace is more than once in src/a.ts; the agent tries again.'],
  ['no_change', 'Nothing would change in src/a.ts.'],
] as const)('an edit that failed as %s is one plain sentence, and the text for the model is folded behind it', async (code, said) => {
  const message = 'The edit was not found in src/a.ts. Nothing was written. Read the file and copy the text exactly.';
  const input = { path: 'src/a.ts', edits: [{ find: 'x', replace: 'y' }] };
  showChat([toolCall('a', 'devonz_edit_file', input, { status: 'error', code, message, finishedAt: 1 })]);
  await show();
  const card = screen.getByRole('article', { name: /src\/a\.ts/ });
  const details = [...card.querySelectorAll('details')].find((one) => one.querySelector('summary')?.textContent === said);
  expect(details?.open).toBe(false);
  expect(card.dataset.edge).toBe('yellow');
  fireEvent.click(details?.querySelector('summary') ?? expect.unreachable());
  expect(details?.textContent).toContain('copy the text exactly');
});

it('a patch that fits nowhere says so in its line, without the words for the model', async () => {
  const message = 'Nothing was written. Hunk 1 of 1 was not found. Send it with "partial": true to apply what fits.';
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Update File: b.ts\n@@\n-x\n+y\n*** End Patch';
  showChat([toolCall('a', 'devonz_apply_patch', { patch }, { status: 'error', code: 'no_match', message, finishedAt: 1 })]);
  await show();
  const row = screen.getByRole('article', { name: /a\.ts, b\.ts/ });
  expect(row.textContent).toContain('The text to replace was not found; the agent tries again.');
  expect(row.textContent).not.toContain('partial');
});
