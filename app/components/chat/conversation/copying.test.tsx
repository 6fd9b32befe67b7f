// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $announcement } from '../../../lib/stores/workbench.ts';
import { showChat, succeeded } from '../../testing/chat-fixtures.ts';
import { showConversation } from '../testing/show-conversation.tsx';
import { responseText } from './response-text.ts';

let copied: string[];
beforeEach(() => {
  copied = [];
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void copied.push(text) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  $chat.set(INITIAL_CHAT_STATE);
  $announcement.set('');
});

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const press = (name: string) => act(async () => void fireEvent.click(log().getByRole('button', { name })));

const user = (id: string, text: string) => ({ id, role: 'user' as const, parts: [{ type: 'text' as const, text }] });
const agent = (id: string, ...texts: string[]) => ({
  id,
  role: 'assistant' as const,
  parts: texts.map((text) => ({ type: 'text' as const, text })),
});

describe('what can be copied', () => {
  it('is the code of a block, as it is in the answer, without its fence', async () => {
    showChat([], {}, [{ type: 'text', text: 'See:\n\n```ts\nconst a = 1;\n\n  a <b> & c\n```\n' }]);
    await showConversation();
    await press('Copy the code');
    expect(copied).toEqual(['const a = 1;\n\n  a <b> & c\n']);
    expect(log().getByText('Copied')).toBeTruthy();
    expect($announcement.get()).toBe('Copied');
  });

  it('is an answer, as Markdown and to its end, and a message', async () => {
    const messages = [user('m1', 'Say two things'), agent('m2', '**One**'), agent('m3', 'Two'), user('m4', 'And?'), agent('m5', 'Three')];
    showChat([], { messages });
    await showConversation();
    const [first] = log().getAllByRole('button', { name: 'Copy the response' });
    await act(async () => void fireEvent.click(first as HTMLElement));
    const [message] = log().getAllByRole('button', { name: 'Copy the message' });
    await act(async () => void fireEvent.click(message as HTMLElement));
    expect(copied).toEqual(['**One**\n\nTwo', 'Say two things']);
  });

  it('is all of a command’s output, also where only its end is shown', async () => {
    const output = Array.from({ length: 1_000 }, (_, line) => `line ${line}`).join('\n');
    showChat([succeeded('a', 'devonz_run_command', { command: 'npm test' }, { status: 'completed', exitCode: 1, output })]);
    await showConversation();
    await press('Copy the output of npm test');
    expect(copied).toEqual([output]);
  });

  it('where the page has no clipboard, it says that nothing was copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    showChat([], {}, [{ type: 'text', text: '```\na\n```' }]);
    await showConversation();
    await press('Copy the code');
    await waitFor(() => expect(log().getByText('Not copied')).toBeTruthy());
    expect($announcement.get()).toContain('select it and copy it yourself');
  });
});

describe('the text of a response', () => {
  it('continues over what a guard and a command of the user’s said, and leaves out thoughts and what is empty', () => {
    const thought = {
      id: 'm4',
      role: 'assistant' as const,
      parts: [
        { type: 'reasoning' as const, text: 'Hm.' },
        { type: 'text' as const, text: ' ' },
      ],
    };
    const messages = [
      user('m1', 'Go'),
      agent('m2', 'One'),
      user('m3', 'Guard'),
      thought,
      user('m5', '$ ls'),
      agent('m6', 'Two\n'),
      user('m7', 'Stop'),
      agent('m8', 'Three'),
    ];
    const userCommands = new Map([['m5', { command: 'ls', status: 'completed' as const, exitCode: 0, output: '' }]]);
    expect(responseText({ messages, remarks: new Set(['m3']), userCommands }, 'm2:0')).toBe('One\n\nTwo');
    expect(responseText({ messages, remarks: new Set(['m3']), userCommands }, 'm8:0')).toBe('Three');
  });
});
