import { expect, test } from 'vitest';
import type { PromptContext } from '../../../../app/lib/agent/contract/agent-session.ts';
import type { AgentPorts } from '../../../../app/lib/agent/contract/ports.ts';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { WorkspacePath } from '../../../../app/lib/runtime/types.ts';
import { createSecretGuard } from '../../../../app/lib/secrets/create-secret-guard.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const KEY = 'sk_live_CANARY77qX4';
const ENV = `PORT=3000\nSECRET=${KEY}\n`;
const agent = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });
const read = (path: string) => ({ toolName: 'devonz_read_file', input: { path } });
const write = (path: string, content: string) => ({ toolName: 'devonz_write_file', input: { path, content } });

/** A session that knows the secret files of its workspace. */
function guardedSession(
  transport: ScriptedTransport,
  workspace: MemoryWorkspace,
  paths = ['.env'],
  promptContext?: () => Promise<PromptContext>,
) {
  const made = testPorts({ transport, workspace, agent });
  const secrets = createSecretGuard({
    paths: () => paths,
    read: (path) => workspace.readFile(path as WorkspacePath),
    entered: async () => [{ name: 'Authorization', value: 'mcp_q8ZK2mT4vX7yB1cD5eF9', source: 'the MCP server files' }],
  });
  const ports: AgentPorts = { ...made.ports, secrets };
  const session = createAgentSession({
    chatId: TEST_CHAT,
    ports,
    tools,
    modelId: () => 'demo:scripted',
    ...(promptContext === undefined ? {} : { promptContext }),
  });
  return {
    session,
    ports,
    journal: made.journal,
    sent: () => JSON.stringify(transport.requests),
    waiting: () => [...session.state().toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval] : [])),
    async tell(text: string) {
      await session.send(text, 'agent');
      await session.settled();
    },
    async approve() {
      await session.approveAll();
      await session.settled();
    },
  };
}

const done = (output: string, exitCode = 0) => ({ status: 'completed' as const, exitCode, output });

test('what a command prints of a secret reaches neither a request nor the journal, in whatever form', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV })
    .script('a', done(`SECRET=${KEY}`))
    .script('b', done(`Error: ${Buffer.from(`k=${KEY}`).toString('base64')}\n    at x.js:1:1`, 1))
    .script('c', done([...KEY].join('\n')))
    .script('d', done('mcp_q8ZK2mT4vX7yB1cD5eF9'));
  const transport = new ScriptedTransport(call(run('a')), call(run('b')), call(run('c')), call(run('d')), say('Done.'));
  const { tell, sent, journal } = guardedSession(transport, workspace);
  await tell('go');
  expect(sent()).toContain('[secret: SECRET of .env]');
  expect(sent()).toContain('[secret: Authorization of the MCP server files]');
  for (const text of [sent(), JSON.stringify(journal.records)]) {
    expect(text).not.toContain('CANARY77');
    expect(text).not.toContain(Buffer.from(`k=${KEY}`).toString('base64').slice(4, 20));
    expect(text).not.toContain([...KEY].join('\\n'));
    expect(text).not.toContain('mcp_q8ZK');
  }
});

test('a command that has just written the file is masked by what it wrote', async () => {
  const workspace = new MemoryWorkspace();
  workspace.script('pull', async () => {
    await workspace.writeFile('.env' as WorkspacePath, new TextEncoder().encode(ENV));
    return done(`wrote ${KEY}`);
  });
  const { tell, sent } = guardedSession(new ScriptedTransport(call(run('pull')), say('Done.')), workspace, []);
  await tell('go');
  expect(sent()).toContain('wrote [secret: SECRET of .env]');
});

test('a value that was replaced in its file stays masked', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV }).script('a', done('first')).script('b', done(KEY));
  const { tell, sent } = guardedSession(new ScriptedTransport(call(run('a')), say('Done.'), call(run('b')), say('Done.')), workspace);
  await tell('go');
  await workspace.writeFile('.env' as WorkspacePath, new TextEncoder().encode('SECRET=sk_live_another55qT8'));
  await tell('and now');
  expect(sent()).not.toContain('CANARY77');
});

test('a reading that the user approves by its own card shows the values of that file, in that result only', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV }).script('a', done(`export const key = '${KEY}';`));
  const transport = new ScriptedTransport(call(read('.env')), call(run('a')), say('Done.'));
  const { tell, approve, waiting, sent } = guardedSession(transport, workspace);
  await tell('go');
  expect(waiting()[0]?.why).toContain('the model sees');
  await approve();
  expect(sent()).toContain(`SECRET=${KEY}`);
  await approve();
  expect(sent()).toContain("export const key = '[secret: SECRET of .env]'");
});

test('an approved command shows no values: its card lets a program read the file, not the model', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV }).script('cat .env', done(ENV));
  const { tell, approve, sent } = guardedSession(new ScriptedTransport(call(run('cat .env')), say('Done.')), workspace);
  await tell('go');
  await approve();
  expect(sent()).toContain('SECRET=[secret: SECRET of .env]');
  expect(sent()).not.toContain('CANARY77');
});

test('what the user typed and what the model said stay as they are', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV });
  const { tell, sent } = guardedSession(new ScriptedTransport(say(`So ${KEY} it is.`), say('Done.')), workspace);
  await tell(`my key is ${KEY}`);
  await tell('and now');
  expect(sent()).toContain(`my key is ${KEY}`);
  expect(sent()).toContain(`So ${KEY} it is.`);
});

test('a file that the user attaches is masked, unless it is the secret file itself', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV });
  const { session, sent } = guardedSession(new ScriptedTransport(say('Done.')), workspace);
  const attach = (path: string, text: string) => ({ source: { kind: 'file' as const, path }, text, isCut: false });
  await session.send('look', 'agent', 'after-step', [attach('log.txt', `key=${KEY}`), attach('.env', `PORT=1\nSECRET=${KEY}`)]);
  await session.settled();
  expect(sent()).toContain('key=[secret: SECRET of .env]');
  expect(sent()).toContain(`PORT=1\\nSECRET=${KEY}`);
});

test('what the user ran, what a rules file holds and what is remarked is masked', async () => {
  const workspace = new MemoryWorkspace({ '.env': ENV });
  const context = async () => ({
    rules: [{ path: 'AGENTS.md', text: `Use ${KEY}.` }],
    memory: { path: 'm', text: `It is ${KEY}.` },
    limits: [],
  });
  const { session, tell, sent } = guardedSession(new ScriptedTransport(say('Done.')), workspace, ['.env'], context);
  await session.noteUserCommand({ command: 'env', status: 'completed', exitCode: 0, output: `SECRET=${KEY}` });
  await session.remark(`The page says ${KEY}`);
  await tell('go');
  expect(sent()).toContain('[secret: SECRET of .env]');
  expect(sent()).not.toContain('CANARY77');
});

test('a token that the model writes out destroys no file: the call is refused, and says what to do', async () => {
  const before = `export const key = '${KEY}';\n`;
  const workspace = new MemoryWorkspace({ '.env': ENV, 'src/copy.ts': before });
  const token = '[secret: SECRET of .env]';
  const edits = [{ find: `'${token}'`, replace: `'${token}' as const` }];
  const transport = new ScriptedTransport(
    call(write('.env', `PORT=4000\nSECRET=${token}\n`)),
    call(write('src/copy.ts', `export const key = '${token}';\n`)),
    call({ toolName: 'devonz_edit_file', input: { path: 'src/copy.ts', edits } }),
    call(run(`echo '${token}' > src/copy.ts`)),
    say('Done.'),
  );
  const { tell, session } = guardedSession(transport, workspace);
  await tell('go');
  const calls = [...session.state().toolCalls.values()];
  expect(calls.map(({ status }) => status)).toEqual(['error', 'error', 'error', 'error']);
  for (const each of calls) expect(JSON.stringify(each)).toContain('stands for a value that you were not shown');
  expect(new TextDecoder().decode(await workspace.readFile('src/copy.ts' as WorkspacePath))).toBe(before);
  expect(new TextDecoder().decode(await workspace.readFile('.env' as WorkspacePath))).toBe(ENV);
});

test('what was sent stays as it was sent when a secret becomes known later', async () => {
  const workspace = new MemoryWorkspace().script('a', done(`made ${KEY}`)).script('b', done(KEY));
  const transport = new ScriptedTransport(call(run('a')), say('Done.'), call(run('b')), say('Done.'));
  const { tell } = guardedSession(transport, workspace, []);
  await tell('go');
  await workspace.writeFile('.env' as WorkspacePath, new TextEncoder().encode(ENV));
  await tell('and now');
  const [, second, , fourth] = transport.requests;
  const prefix = second?.messages ?? [];
  expect(prefix.length).toBeGreaterThan(1);
  expect(fourth?.messages.slice(0, prefix.length)).toEqual(prefix);
  expect(JSON.stringify(fourth?.messages.slice(prefix.length))).not.toContain('CANARY77');
});

test('an output that is kept holds no key, also once the key is another one', async () => {
  const lines = Array.from({ length: 3_000 }, (_none, index) => `line ${index} of what the command says of its work`);
  const workspace = new MemoryWorkspace({ '.env': ENV }).script('a', done([...lines, `SECRET=${KEY}`, ...lines].join('\n')));
  workspace.script('rotate', async () => {
    await workspace.writeFile('.env' as WorkspacePath, new TextEncoder().encode('SECRET=another_Value_9182\n'));
    return done('');
  });
  const range = { path: 'devonz:output/1', startLine: 2_995, endLine: 3_005 };
  const rest = call({ toolName: 'devonz_read_file', input: range });
  const transport = new ScriptedTransport(call(run('a')), call(run('rotate')), rest, say('Done.'));
  const { tell, sent, ports } = guardedSession(transport, workspace);
  const kept = new Map<string, string>();
  ports.tools.outputs = {
    async keep(text) {
      const hash = await ports.hasher.hash(new TextEncoder().encode(text));
      kept.set(hash, text);
      return hash;
    },
    read: async (hash) => kept.get(hash) ?? null,
  };
  await tell('go');
  expect(sent()).toContain('line 2999 of what');
  expect([...kept.values()].join()).toContain('[secret: SECRET of .env]');
  for (const text of [sent(), ...kept.values()]) expect(text).not.toContain('CANARY77');
});
