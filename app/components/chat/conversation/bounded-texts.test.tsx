// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $liveOutput } from '../../../lib/stores/live-output.ts';
import { $runningCommands } from '../../../lib/stores/terminals.ts';
import { showChat, succeeded, toolCall, waitingChange, waitingCommand } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';
import { TOOL_VIEWS } from '../tool-views/tool-view-list.ts';
import { LONGEST_END } from './shown-blocks.ts';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $liveOutput.set(new Map());
  $runningCommands.set([]);
});

/** Argument and result fields of all tools, and some that no tool has. */
const FIELDS = [
  ...[
    'path',
    'command',
    'cwd',
    'reasoning',
    'content',
    'old_text',
    'new_text',
    'query',
    'pattern',
    'url',
    'question',
    'task',
    'role',
    'from',
    'to',
  ],
  ...[
    'name',
    'text',
    'note',
    'output',
    'report',
    'ended',
    'summary',
    'topic',
    'title',
    'status',
    'patch',
    'input',
    'invalidInput',
    'processId',
    'other',
  ],
];
const TOOLS = [...Object.keys(TOOL_VIEWS), 'mcp_server_tool', 'x'.repeat(300_000)];
const every = (text: string): JsonValue => Object.fromEntries(FIELDS.map((name) => [name, text]));
const rows = (text: string) =>
  TOOLS.flatMap((toolName, index) => [
    succeeded(`${index}-a`, toolName, every(text), every(text)),
    succeeded(`${index}-b`, toolName, every(text), { status: 'completed', exitCode: 1, output: text }),
    toolCall(`${index}-c`, toolName, every(text), { status: 'error', code: 'not_found', message: text, finishedAt: 2 }),
    toolCall(`${index}-d`, toolName, every(text), { status: 'error', code: 'bad_arguments', message: text, finishedAt: 2 }),
    toolCall(`${index}-e`, toolName, every(text), { status: 'executing', startedAt: 1 }),
  ]);

/** Returns all text of the page: content, names and attributes. */
function textsOf(root: Element): string[] {
  const attributes = [...root.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  );
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    texts.push(`${node.parentElement?.outerHTML.slice(0, 80)}: ${node.nodeValue ?? ''}`);
  return [...attributes, ...texts];
}

async function shown(text: string): Promise<string[]> {
  showChat(rows(text), { status: 'thinking', title: text }, [{ type: 'text', text }]);
  $chat.setKey('plan', [{ id: 'a', objective: text, status: 'in_progress', plan: text, log: text }]);
  $runningCommands.set([]);
  await showConversation();
  return textsOf(document.body);
}

test("whatever others send a megabyte of, no place lays out more than a few screens, and the agent's words no more than a browser can", async () => {
  const everything = await shown('x'.repeat(300_000));
  const words = [...document.querySelectorAll('.prose')].map((prose) => prose.textContent ?? '');
  expect(words.length).toBeGreaterThan(0);
  expect(words.map(({ length }) => length).filter((length) => length > 2 * LONGEST_END)).toEqual([]);
  for (const prose of document.querySelectorAll('.prose')) prose.remove();
  const texts = textsOf(document.body);
  expect(texts.length).toBeGreaterThan(TOOLS.length);
  expect(texts.length).toBeLessThan(everything.length);
  // Room for our own words around a name, and for the beginning and end of a response without a blank line.
  expect(texts.filter(({ length }) => length > 25_000).map((text) => `${text.slice(0, 200)} ${text.length}`)).toEqual([]);
});

test('no letter carries more marks than a browser can place, wherever it is shown', async () => {
  const texts = await shown(`a${'\u0301'.repeat(5_000)}`);
  expect(texts.filter((text) => /\u0301{40}/.test(text)).map((text) => text.slice(0, 120))).toEqual([]);
});

test('a request with half a million parts shows the first of them', async () => {
  const call = waitingCommand('many', 'a');
  if (call.status !== 'awaiting_approval') return expect.unreachable();
  const parts = Array.from({ length: 2_000 }, () => ({ text: 'ls', verdict: 'auto' as const, why: 'It only looks.' }));
  const { render } = await import('@testing-library/react');
  const { ApprovalCommand } = await import('../../ui/command/approval-command.tsx');
  const { container } = render(<ApprovalCommand command="ls; ls" parts={parts} />);
  expect(container.querySelectorAll('.command-part')).toHaveLength(100);
  expect(container.textContent).toContain('1,900 more are not shown');
  expect(waitingChange('b', 'a', 'b').status).toBe('awaiting_approval');
});
