import { expect, test } from 'vitest';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { allowRule } from '../../../../app/lib/agent/testing/allow-rule.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { CommandOutcome, CommandRequest, WorkspacePath } from '../../../../app/lib/runtime/types.ts';
import { createSecretGuard } from '../../../../app/lib/secrets/create-secret-guard.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const MANIFEST = JSON.stringify({ scripts: { test: 'vitest run', dev: 'vite', build: 'vite build', gen: 'node gen.js' } });
const FILES = { 'package.json': MANIFEST, 'src/app.ts': 'export {};', '.env': 'SECRET=sk_live_CANARY77qX4\n' };
const run = (command: string, access?: { read: string[] }) => ({
  toolName: 'devonz_run_command',
  input: { command, ...(access === undefined ? {} : { access }) },
});
const write = (path: string, content = 'x') => ({ toolName: 'devonz_write_file', input: { path, content } });

/** A host that records every command, with or without a wall. */
class NotingWorkspace extends MemoryWorkspace {
  readonly requests: CommandRequest[] = [];
  hasWall = true;

  async hasFileWall(): Promise<boolean> {
    return this.hasWall;
  }

  override async runCommand(request: CommandRequest): Promise<CommandOutcome> {
    this.requests.push(request);
    return { status: 'completed', exitCode: 0, output: '' };
  }
}

interface Setup {
  agent?: { autoApproveFileCreation?: boolean; autoApproveFileModification?: boolean; autoApproveCommands?: boolean };
  rules?: string[];
  hasWall?: boolean;
  files?: Record<string, string>;
}

const ALL = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };

function setUp(transport: ScriptedTransport, { agent = ALL, rules = [], hasWall = true, files = FILES }: Setup = {}) {
  const workspace = new NotingWorkspace(files);
  workspace.hasWall = hasWall;
  const made = testPorts({ transport, workspace, agent });
  for (const pattern of rules) made.settings.addRule(allowRule(pattern));
  const secrets = createSecretGuard({
    paths: () => Object.keys(files),
    read: (path) => workspace.readFile(path as WorkspacePath),
    entered: async () => [],
  });
  const session = createAgentSession({ chatId: TEST_CHAT, ports: { ...made.ports, secrets }, tools, modelId: () => 'demo:scripted' });
  return {
    session,
    addRule: (pattern: string) => made.settings.addRule(allowRule(pattern)),
    waiting: () => [...session.state().toolCalls.values()].flatMap((one) => (one.status === 'awaiting_approval' ? [one.approval] : [])),
    granted: () => workspace.requests.map(({ command, touches }) => `${command}: ${touches?.secrets === true ? 'keys' : 'none'}`),
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

test('a script has the project’s keys unasked while nothing was made in this run', async () => {
  const { tell, granted, waiting } = setUp(
    new ScriptedTransport(call(run('ls src')), call(run('npm test')), call(run('npm run dev')), say('Done.')),
  );
  await tell('go');
  expect(waiting()).toEqual([]);
  expect(granted()).toEqual(['ls src: none', 'npm test: keys', 'npm run dev: keys']);
});

test.each([
  ['a test that the agent wrote', [write('steal.test.js')]],
  ['a source that it changed', [write('src/app.ts', 'steal()')]],
  ['a configuration that it wrote', [write('vitest.setup.ts')]],
  ['what a program wrote where nobody records', [run('node -e "1"')]],
  ['a package that was installed', [run('npm install left-pad')]],
  ['what a copy made', [run('cp src/app.ts dist/x.test.js')]],
  ['a redirection', [run('echo x > dist/x.test.js')]],
])('after %s `npm test` runs without keys, by a rule as by the setting', async (_what, before) => {
  for (const setup of [{}, { rules: ['npm test'] }] as Setup[]) {
    const transport = new ScriptedTransport(...before.map((one) => call(one)), call(run('npm test')), say('Done.'));
    const { tell, granted, approve } = setUp(transport, setup);
    await tell('go');
    await approve();
    expect(granted().at(-1)).toBe('npm test: none');
  }
});

test('with default settings and the rule `npm test` a new test file gets no keys', async () => {
  const transport = new ScriptedTransport(call(write('steal.test.js')), call(run('npm test')), say('Done.'));
  const { tell, granted, waiting } = setUp(transport, { agent: { autoApproveFileCreation: true }, rules: ['npm test'] });
  await tell('go');
  expect(waiting()).toEqual([]);
  expect(granted()).toEqual(['npm test: none']);
});

test.each([
  'echo "steal()" > steal.test.js && npm test',
  'echo "steal()" | tee steal.test.js; npm test',
  'npm install evil && npm test',
  'cp a.txt steal.test.js && npm test',
  'npm run gen > steal.test.js && npm test',
])('`%s` gets no keys unasked: its first part may write what its last loads', async (command) => {
  const { tell, granted, waiting } = setUp(new ScriptedTransport(call(run(command)), say('Done.')));
  await tell('go');
  if (waiting().length === 0) expect(granted()).toEqual([`${command}: none`]);
});

test('a server asks once a run for the keys that it would lack, and has them until the run ends', async () => {
  const transport = new ScriptedTransport(
    ...[call(write('src/app.ts', 'a')), call(run('npm run dev')), call(write('src/app.ts', 'b')), call(run('npm run dev')), say('Done.')],
    ...[call(write('src/app.ts', 'c')), call(run('npm run dev')), say('Done.')],
  );
  const { tell, granted, waiting, approve, session } = setUp(transport, { rules: ['npm run dev'] });
  await tell('go');
  expect(waiting().map(({ why }) => why)).toEqual([
    'it may read .env, and files that it may load were changed in this run; if you allow it, it may until the end of this run',
  ]);
  await approve();
  expect(granted()).toEqual(['npm run dev: keys', 'npm run dev: keys']);
  await tell('another task');
  expect(waiting().length).toBe(1);
  await session.stop();
});

test('without secret files a server asks nothing', async () => {
  const { '.env': _env, ...files } = FILES;
  const transport = new ScriptedTransport(call(write('src/app.ts', 'a')), call(run('npm run dev')), say('Done.'));
  const { tell, waiting, granted } = setUp(transport, { files: { ...files, '.npmrc': 'auto-install-peers=true' } });
  await tell('go');
  expect(waiting()).toEqual([]);
  expect(granted()).toEqual(['npm run dev: none']);
});

test('keys that a test needs are asked for by name, and the answer holds until the run ends', async () => {
  const transport = new ScriptedTransport(
    call(write('src/app.ts', 'a')),
    call(run('npm test', { read: ['.env'] })),
    call(write('src/app.ts', 'b')),
    call(run('npm test')),
    say('Done.'),
  );
  const { tell, granted, waiting, approve } = setUp(transport);
  await tell('go');
  expect(
    waiting()
      .flatMap(({ parts }) => parts.map(({ why }) => why))
      .join(' '),
  ).toContain('until the end of this run');
  await approve();
  expect(granted()).toEqual(['npm test: keys', 'npm test: keys']);
});

test('an approval from before anything was made is none for what was made since', async () => {
  const transport = new ScriptedTransport(call(run('npm test')), call(write('steal.test.js')), call(run('npm test')), say('Done.'));
  const { tell, granted, approve, addRule } = setUp(transport, { agent: { autoApproveFileCreation: true } });
  await tell('go');
  addRule('npm test');
  await approve();
  expect(granted()).toEqual(['npm test: keys', 'npm test: none']);
});

test('on a host without a wall a script that could read keys asks after a change', async () => {
  const transport = new ScriptedTransport(call(write('steal.test.js')), call(run('npm test')), say('Done.'));
  const { tell, waiting, session } = setUp(transport, { hasWall: false, rules: ['npm test'] });
  await tell('go');
  expect(waiting().map(({ why }) => why)[0]).toContain('it may read .env');
  await session.stop();
});
