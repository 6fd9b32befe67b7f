// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showConversation } from '../../../../app/components/chat/testing/show-conversation.tsx';
import { showChat } from '../../../../app/components/testing/chat-fixtures.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../../app/lib/stores/chat.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
});

const page = (title: string) => `<title>${title}</title>\n<main></main>\n`;
const agent = { autoApproveFileModification: true };

/** Shows the calls of a run in which the model changes files, expanded, as in the conversation. */
async function shownRun(...calls: Parameters<typeof call>) {
  const workspace = new MemoryWorkspace({ 'index.html': page('Old'), 'style.css': 'a {}\n' });
  const { session, say: send } = testSession({ transport: new ScriptedTransport(call(...calls), say('Done.')), workspace, tools, agent });
  await send('rename it');
  showChat([...session.state().toolCalls.values()]);
  await showConversation();
  for (const button of screen.queryAllByRole('button', { expanded: false })) fireEvent.click(button);
}

/** Returns each line with its sign, without its number. */
function diffOf(path: string): string[] {
  const lines = screen.getByRole('region', { name: `Change of ${path}` }).querySelectorAll('[data-sign]');
  return [...lines].map((line) => `${line.getAttribute('data-sign')}${line.lastElementChild?.textContent}`);
}

test.each([
  ['writes the whole file', { toolName: 'devonz_write_file', input: { path: 'index.html', content: page('New') } }],
  ['edits it', { toolName: 'devonz_edit_file', input: { path: 'index.html', edits: [{ find: 'Old', replace: 'New' }] } }],
])('the card of a call that %s has the diff and counts what it changed', async (_how, one) => {
  await shownRun(one);
  expect(diffOf('index.html')).toEqual(['-<title>Old</title>', '+<title>New</title>', ' <main></main>']);
  expect(within(screen.getByRole('article', { name: /Changed index.html/ })).getByText('+1')).toBeTruthy();
});

test('the card of a patch has the diff of each file under its path', async () => {
  const patch = [
    '*** Begin Patch',
    '*** Update File: index.html',
    '@@',
    '-<title>Old</title>',
    '+<title>New</title>',
    '*** Update File: style.css',
    '@@',
    '-a {}',
    '+b {}',
    '*** End Patch',
  ].join('\n');
  await shownRun({ toolName: 'devonz_apply_patch', input: { patch } });
  expect(diffOf('index.html')).toEqual(['-<title>Old</title>', '+<title>New</title>', ' <main></main>']);
  expect(diffOf('style.css')).toEqual(['-a {}', '+b {}']);
});
