import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolDefinition } from '../../../app/lib/agent/contract/tool-definition.ts';
import type { ToolPorts } from '../../../app/lib/agent/contract/tool-ports.ts';
import { createAgentSession } from '../../../app/lib/agent/session/create-agent-session.ts';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../app/lib/agent/testing/test-session.ts';
import { TOOL_NAMES, TOOL_PREFIX } from '../../../app/lib/protocol/tool-names.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { defineTool } from '../../../app/lib/tools/define-tool.ts';
import { TOOLS, toolsWith } from '../../../app/lib/tools/index.ts';

/** Its own file and its entry in the list of tools, its view and the view's entry under the tool's name. */
const FILES_OF_A_TOOL = 4;
/** In addition: the port's type, where it is provided, and its implementation, with the service that it belongs to. */
const FILES_OF_A_TOOL_WITH_A_PORT = 8;
/** The composition of an agent's session: a port is given here. */
const GIVES_PORTS = 'app/lib/workbench/session-factory.ts';
/** Tools that other files refer to by name: the prompt, the scripted demo, journals of older versions, other tools. */
const SPOKEN_OF = new Set<string>([
  TOOL_NAMES.readFile,
  TOOL_NAMES.writeFile,
  TOOL_NAMES.editFile,
  TOOL_NAMES.deleteFile,
  TOOL_NAMES.renameFile,
  TOOL_NAMES.listDirectory,
  TOOL_NAMES.runCommand,
  TOOL_NAMES.getErrors,
  TOOL_NAMES.searchCode,
  TOOL_NAMES.applyPatch,
  TOOL_NAMES.delegate,
  TOOL_NAMES.routine,
  TOOL_NAMES.help,
  TOOL_NAMES.updatePlan,
  TOOL_NAMES.askUser,
  TOOL_NAMES.taskComplete,
  TOOL_NAMES.process,
  TOOL_NAMES.preview,
]);

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const matching = (pattern: RegExp) => product.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The files that name the type of a port, and the one that gives it. A port of another tool may read by it, too. */
function filesOfPort(port: keyof ToolPorts): string[] {
  const text = readFileSync('app/lib/agent/contract/tool-ports.ts', 'utf8');
  const type = new RegExp(`^  ${port}: (\\w+);$`, 'm').exec(text)?.[1] ?? expect.unreachable(port);
  return [
    ...matching(new RegExp(`\\b${type}\\b`)).filter((file) => !file.endsWith('web-searcher.ts') || port === 'webSearch'),
    GIVES_PORTS,
  ];
}

test.each(TOOLS.filter(({ name }) => !SPOKEN_OF.has(name)).map(({ name, needs }) => [name, needs] as const))(
  '%s is named by few files',
  (name, needs) => {
    const key = name.replace(TOOL_PREFIX, '').replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const named = matching(new RegExp(`\\bTOOL_NAMES\\.${key}\\b|\\b${key}(?:Tool|View)\\b|\\b${name}\\b`));
    // Other products' names are interpreted by name only.
    const own = new Set([
      ...named.filter((file) => !file.includes('/protocol/trained/')),
      ...(needs === undefined ? [] : filesOfPort(needs)),
    ]);
    expect(named.length).toBeGreaterThan(2);
    expect(own.size, [...own].join(', ')).toBeLessThanOrEqual(needs === undefined ? FILES_OF_A_TOOL : FILES_OF_A_TOOL_WITH_A_PORT);
  },
);

test('what other files say of a tool is said under its name in the protocol', () => {
  const spoken = Object.values(TOOL_NAMES).filter((name) => !SPOKEN_OF.has(name));
  expect(spoken).toEqual([]);
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
  expect(toolsWith({}).get('devonz_web_search')).toBeUndefined();
  expect(toolsWith({ webSearch: search }).get('devonz_web_search')).toBeUndefined();
  expect(toolsWith({ webSearch: { ...search, isAvailable: () => true } }).get('devonz_web_search')).toBeDefined();
});
