import { describe, expect, test } from 'vitest';
import type { AgentSession, PromptContext } from '../../../../app/lib/agent/contract/agent-session.ts';
import type { AgentPorts, ProjectHook } from '../../../../app/lib/agent/contract/ports.ts';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, type ScriptedAnswer, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import { createPromptContext } from '../../../../app/lib/chat/prompt-context.ts';
import type { McpCallResult, McpOutcome } from '../../../../app/lib/mcp/mcp-service.ts';
import { mcpTool } from '../../../../app/lib/mcp/mcp-tool.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { WorkspacePath } from '../../../../app/lib/runtime/types.ts';
import { createSecretGuard } from '../../../../app/lib/secrets/create-secret-guard.ts';
import { TOOL_REGISTRY } from '../../../../app/lib/tools/index.ts';
import { liveRegistry } from '../../../../app/lib/tools/live-registry.ts';

/*
 * Covers each way in which foreign text reaches a request, and each encoding of a key: no request to a provider may contain it. A way that
 * is missing here is untested.
 */
const KEY = 'sk_live_CANARY77qX4zB9';
const ENV = `PORT=3000\nSECRET=${KEY}\n`;
const WRITINGS: readonly (readonly [name: string, write: (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in base64', (key) => btoa(`k=${key}`)],
  ['in hex', (key) => Buffer.from(key).toString('hex')],
  ['in an address', (key) => [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
  ['backwards', (key) => [...key].reverse().join('')],
  ['as JSON', (key) => JSON.stringify(JSON.stringify({ key }))],
  ['split', (key) => `${key.slice(0, 9)}\n${key.slice(9)}`],
];
const agent = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const tool = (toolName: string, input: JsonValue) => call({ toolName, input });
const run = (command: string) => tool('devonz_run_command', { command });
const done = (output: string, exitCode = 0) => ({ status: 'completed' as const, exitCode, output });
const answered = (text: string, isError = false): McpOutcome<McpCallResult> => ({
  ok: true,
  value: { parts: [{ type: 'text', text }], structured: { [text]: text }, isError },
});

interface Played {
  answers?: readonly ScriptedAnswer[];
  files?: Record<string, string>;
  /** Commands and their output. */
  prints?: Record<string, string>;
  fails?: boolean;
  hooks?: ProjectHook[];
  context?: Partial<PromptContext>;
  foreign?: { description?: string; answer?: McpOutcome<McpCallResult> };
  ports?: Partial<AgentPorts>;
  /** Performed by the user before the message. */
  before?(session: AgentSession): Promise<unknown>;
  attached?: Parameters<AgentSession['send']>[3];
}

async function sentOf(played: Played): Promise<string> {
  const workspace = new MemoryWorkspace({ '.env': ENV, ...played.files });
  for (const [command, output] of Object.entries(played.prints ?? {}))
    workspace.script(command, done(output, played.fails === true ? 1 : 0));
  const transport = new ScriptedTransport(...(played.answers ?? []), say('Done.'), say('Done.'), say('Done.'), say('Done.'));
  const schema = { type: 'object' as const, properties: { city: { type: 'string', description: played.foreign?.description ?? '' } } };
  const foreign = () =>
    played.foreign === undefined
      ? []
      : [
          mcpTool({
            server: 'weather',
            target: 'https://weather.example/mcp',
            tool: {
              ...{ title: '', description: played.foreign.description ?? '', schema, hints: { isReadOnly: true } },
              ...{ name: 'get', offeredAs: 'mcp_weather__get', hash: 'first', seen: { status: 'seen' as const } },
            },
            inputSchema: schema,
            verdict: 'allow',
            problemOf: () => null,
            call: async () => played.foreign?.answer ?? answered(''),
            onApproved: () => undefined,
          }),
        ];
  const made = testPorts({ transport, workspace, agent });
  const secrets = createSecretGuard({
    paths: () => ['.env'],
    read: (path) => workspace.readFile(path as WorkspacePath),
    entered: async () => [],
  });
  const ports: AgentPorts = { ...made.ports, secrets, hooks: async () => played.hooks ?? [], ...played.ports };
  const given = createPromptContext(
    workspace,
    () => 'engine',
    () => [],
  );
  const session = createAgentSession({
    chatId: TEST_CHAT,
    ports,
    tools: liveRegistry(TOOL_REGISTRY, foreign),
    modelId: () => 'demo:scripted',
    promptContext: async () => ({ ...(await given()), ...played.context }),
  });
  await played.before?.(session);
  await session.send('go', 'agent', 'after-step', played.attached ?? []);
  await session.settled();
  for (let round = 0; round < 3; round++) {
    await session.approveAll();
    await session.settled();
  }
  return JSON.stringify(transport.requests);
}

const WAYS: readonly (readonly [name: string, play: (text: string) => Played])[] = [
  ['the output of a command', (text) => ({ answers: [run('a')], prints: { a: text } })],
  [
    'the output of a command that failed',
    (text) => ({ answers: [run('a')], prints: { a: `Error: ${text}\n    at a.js:1:1` }, fails: true }),
  ],
  ['a file that is read', (text) => ({ answers: [tool('devonz_read_file', { path: 'a.md' })], files: { 'a.md': text } })],
  ['a search', (text) => ({ answers: [tool('devonz_search_code', { query: 'a' })], files: { 'a.md': text } })],
  [
    'the nearest lines of an edit that was not found',
    (text) => ({
      answers: [tool('devonz_edit_file', { path: 'a.md', edits: [{ find: 'const word = other here', replace: 'x' }] })],
      files: { 'a.md': `const word = some here\n${text}` },
    }),
  ],
  ['rules', (text) => ({ files: { 'AGENTS.md': text } })],
  ['memory', (text) => ({ files: { '.devonz/memory.md': text } })],
  ['a routine', (text) => ({ context: { routines: [{ name: 'a', description: text, command: text }] } })],
  ['a role', (text) => ({ files: { '.devonz/agents/a.md': `---\nname: a\ndescription: ${JSON.stringify(text)}\n---\nBe strict.\n` } })],
  [
    'what a role says to its sub-agent',
    (text) => ({
      answers: [tool('devonz_delegate', { task: 'sub', role: 'a' })],
      files: { '.devonz/agents/a.md': `---\nname: a\n---\n${text}\n` },
    }),
  ],
  [
    'the answer of a server of tools',
    (text) => ({ answers: [tool('mcp_weather__get', { city: 'Rome' })], foreign: { answer: answered(text) } }),
  ],
  [
    'the error of a server of tools',
    (text) => ({ answers: [tool('mcp_weather__get', { city: 'Rome' })], foreign: { answer: answered(text, true) } }),
  ],
  ['what a server says of its tools', (text) => ({ foreign: { description: text } })],
  [
    'the output of a hook',
    (text) => ({
      answers: [tool('devonz_write_file', { path: 'b.ts', content: '1' })],
      hooks: [{ when: 'after-change', command: 'lint', timeoutMs: 60_000, matches: null }],
      prints: { lint: text },
      fails: true,
    }),
  ],
  ['a command of the user', (text) => ({ before: (session) => session.noteUserCommand({ command: 'env', ...done(text) }) })],
  ['a remark', (text) => ({ before: (session) => session.remark(text) })],
  ['an attached file', (text) => ({ attached: [{ source: { kind: 'file', path: 'a.log' }, text, isCut: false }] })],
  [
    'an attached resource, and its name',
    (text) => ({ attached: [{ source: { kind: 'resource', server: 's', uri: `a://${text}`, name: text }, text, isCut: false }] }),
  ],
  ['an attached prompt', (text) => ({ attached: [{ source: { kind: 'prompt', server: 's', name: text }, text, isCut: false }] })],
  [
    'the problems of the project',
    (text) => ({
      answers: [tool('devonz_get_errors', {})],
      ports: { problems: { list: () => [{ source: 'build', message: text, count: 1 }] } },
    }),
  ],
];

describe.each(WAYS)('%s', (_name, play) => {
  test.each(WRITINGS)('tells no key that is written %s', async (_writing, write) => {
    const text = write(KEY);
    const sent = await sentOf(play(`it says ${text} and more`));
    expect(sent).toContain('and more');
    const seen = [text, JSON.stringify(text).slice(1, -1), text.replace(/\s+/g, '')];
    expect(seen.filter((each) => sent.includes(each))).toEqual([]);
    expect(sent).toContain('[secret: SECRET of .env]');
  });
});
