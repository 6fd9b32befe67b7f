import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolDefinition } from '../../../app/lib/agent/contract/tool-definition.ts';
import type { ToolPorts } from '../../../app/lib/agent/contract/tool-ports.ts';
import { createAgentSession } from '../../../app/lib/agent/session/create-agent-session.ts';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../app/lib/agent/testing/test-session.ts';
import { TOOL_NAMES } from '../../../app/lib/protocol/tool-names.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { defineTool } from '../../../app/lib/tools/define-tool.ts';
import { TOOLS, toolsWith } from '../../../app/lib/tools/index.ts';

/** Its own file and its entry in the list of tools; its view with its entry, and the name shared by tool and view. */
const FILES_OF_A_TOOL = 5;
/** In addition to the file itself: the port's type, where it is provided, and its implementation. */
const FILES_OF_A_TOOL_WITH_A_PORT = 8;
/** Tools that other files refer to by name: the prompt, the scripted demo, journals of older versions, other tools. */
const SPOKEN_OF = [
  'readFile',
  'writeFile',
  'editFile',
  'listDirectory',
  'runCommand',
  'getErrors',
  'searchCode',
  'applyPatch',
  'delegate',
  'routine',
  'askUser',
  'taskComplete',
  'process',
  'preview',
];

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test.each(Object.entries(TOOL_NAMES).filter(([key]) => !SPOKEN_OF.includes(key)))('%s is named by few files', (key, name) => {
  const needs = TOOLS.find((tool) => tool.name === name)?.needs;
  const named = new RegExp(`\\bTOOL_NAMES\\.${key}\\b|\\b${key}(?:Tool|View)\\b|'${name}'`);
  const files = product.filter(({ text }) => named.test(text)).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(2);
  // Calls of older versions and other products' names are interpreted by name only.
  const own = files.filter((file) => !file.includes('/protocol/trained/') && !file.endsWith('effects-of-old-calls.ts'));
  expect(own.length, own.join(', ')).toBeLessThanOrEqual(needs === undefined ? FILES_OF_A_TOOL : FILES_OF_A_TOOL_WITH_A_PORT);
});

/** A tool that no other file knows. */
const greetTool = defineTool({
  name: 'devonz_greet',
  kind: 'read',
  needs: 'help',
  description: 'Greets somebody in the words of the documents.',
  schema: z.object({ who: z.string() }),
  plan: async () => ({ ok: true, intent: { kind: 'read', paths: [] } }),
  run: async ({ who }, { help }) => ({ ok: true, output: { greeting: `${await help?.read('hello')} ${who}` }, effects: [] }),
});

test('a tool that no other file knows is offered where its port is, runs with it, and its result stays in the history', async () => {
  const ports: Partial<ToolPorts> = { help: { list: () => [], read: async () => 'Good morning,' } };
  const transport = new ScriptedTransport(call({ toolName: 'devonz_greet', input: { who: 'Ada' }, toolCallId: 'greet' }), say('Done.'));
  const { ports: agentPorts } = testPorts({ transport, workspace: new MemoryWorkspace() });
  const tools: readonly ToolDefinition[] = [greetTool];
  const session = createAgentSession({
    chatId: TEST_CHAT,
    ports: { ...agentPorts, tools: ports },
    tools: { tools, get: (name) => tools.find((tool) => tool.name === name) },
    modelId: () => 'demo:scripted',
  });
  await session.send('Greet Ada', 'agent');
  await session.settled();
  expect(session.state().toolCalls.get('greet')).toMatchObject({ status: 'success', output: { greeting: 'Good morning, Ada' } });
  expect(JSON.stringify(transport.requests.at(-1)?.messages)).toContain('Good morning, Ada');
});

test('a tool of ours is not offered without the port that it needs, nor while that is not available', () => {
  const search = { isAvailable: () => false, search: async () => ({ ok: false as const, why: 'nobody searches' }) };
  expect(toolsWith({}).get(TOOL_NAMES.webSearch)).toBeUndefined();
  expect(toolsWith({ webSearch: search }).get(TOOL_NAMES.webSearch)).toBeUndefined();
  expect(toolsWith({ webSearch: { ...search, isAvailable: () => true } }).get(TOOL_NAMES.webSearch)).toBeDefined();
});
