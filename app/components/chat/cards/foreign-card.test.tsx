// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { contentHashSchema } from '../../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $mcp } from '../../../lib/stores/mcp.ts';
import { showChat, succeeded, toolCall } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $mcp.set(new Map());
});

const NAME = 'mcp_memory_add';
const answer = { server: 'memory', tool: 'add', isUntrusted: true, note: 'Untrusted.' };
const card = (name: RegExp) => within(screen.getByRole('log', { name: 'Conversation' })).getByRole('article', { name });

test('a call shows server and tool, and folded behind them each part of the answer', async () => {
  const content = [
    'Hello ‮there',
    { type: 'image', mimeType: 'image/png', byteCount: 12_345, note: 'It is not shown to you.' },
    { type: 'resource', uri: 'memo://1', mimeType: null, text: 'Buy milk' },
    { type: 'resource-link', uri: 'memo://2', name: 'Second', description: '' },
  ];
  showChat([succeeded('a', NAME, { note: 'x' }, { ...answer, content, structured: { count: 2 } })]);
  await showConversation();
  const shown = card(/^memory: add, mcp_memory_add, success$/);
  expect(within(shown).queryByText(/untrusted/)).toBeNull();
  fireEvent.click(within(shown).getByRole('button'));
  expect(within(shown).getByRole('log', { name: 'Arguments of add' }).textContent).toBe('note: x');
  expect(within(shown).getByText('What the server answered, untrusted:')).toBeTruthy();
  expect(within(shown).getByRole('log', { name: 'Result 1 of add' }).textContent).toBe('Hello ‹U+202E›there');
  expect(shown.textContent).toContain('A picture, image/png, 12,345 bytes');
  expect(within(shown).getByRole('log', { name: 'Result 3 of add' }).textContent).toBe('Buy milk');
  expect(shown.textContent).toContain('Second memo://2');
  expect(within(shown).getByRole('log', { name: 'Structured of add' }).textContent).toBe('count: 2');
});

test('images of the answer are shown where they are stored', async () => {
  const hash = contentHashSchema.parse('a'.repeat(64));
  const content = [{ type: 'image', mimeType: 'image/png', byteCount: 4, note: 'It follows as an image.', picture: hash }];
  const image = { hash, mediaType: 'image/png' as const, name: 'add-1', width: 4, height: 3, size: 4 };
  showChat([succeeded('a', NAME, {}, { ...answer, content }, { type: 'images-answered', images: [image] })]);
  await showConversation({ readImage: async () => null });
  fireEvent.click(within(card(/memory: add/)).getByRole('button'));
  const shown = within(card(/memory: add/)).getByRole('list', { name: 'Images' });
  expect(within(shown).getByRole('button', { name: 'Open Image add-1, 4 × 3' })).toBeTruthy();
});

test('a tool that says that it failed is open, with a red edge', async () => {
  showChat([succeeded('a', NAME, {}, { ...answer, isError: true, content: ['No such note.'] })]);
  await showConversation();
  const shown = card(/memory: add/);
  expect([shown.dataset['edge'], shown.dataset['open']]).toEqual(['red', 'true']);
  expect(within(shown).getByRole('log', { name: 'Result of add' }).textContent).toBe('No such note.');
});

test('while it runs, and when its server died, the card says whose tool it is', async () => {
  const tool = {
    name: 'add',
    offeredAs: NAME,
    title: '',
    description: '',
    schema: {},
    hints: {},
    hash: 'h',
    seen: { status: 'seen' },
  } as const;
  const none = { resources: [], prompts: [], remarks: [], serverName: '', serverVersion: '', via: 'stdio' } as const;
  $mcp.set(new Map([['memory', { status: 'ready', tools: [tool], ...none }]]));
  showChat([
    toolCall('a', NAME, {}, { status: 'executing', startedAt: 1 }),
    toolCall(
      'b',
      NAME,
      {},
      { status: 'error', code: 'failed', message: 'The server memory has ended. Connect it again in Settings.', finishedAt: 2 },
    ),
  ]);
  await showConversation();
  expect(card(/^memory: add, mcp_memory_add, executing$/).dataset['edge']).toBe('amber');
  expect(card(/^memory: add, mcp_memory_add, error$/).textContent).toContain('has ended. Connect it again');
});

test('a name that no server has any more is shown in words', async () => {
  showChat([toolCall('a', 'mcp_gone_get_it', {}, { status: 'error', code: 'failed', message: 'Gone.', finishedAt: 2 })]);
  await showConversation();
  expect(card(/^MCP server: Mcp gone get it, mcp_gone_get_it, error$/)).toBeTruthy();
});
