import { expect, test } from 'vitest';
import { createAgentSession } from '../../../../app/lib/agent/session/create-agent-session.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, testPorts } from '../../../../app/lib/agent/testing/test-session.ts';
import type { ContentHash } from '../../../../app/lib/protocol/ids.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import type { CommandOutcome, CommandRequest, WorkspacePath } from '../../../../app/lib/runtime/types.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const agent = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const EVIL = JSON.stringify({ name: 'evil', scripts: { test: 'node t.js', build: 'node t.js', dev: 'node t.js' } });
const BEFORE: Record<string, string> = {
  'package.json': JSON.stringify({ scripts: { build: 'vite build', test: 'vitest run' }, workspaces: ['packages/*', 'dist', 'out'] }),
  'packages/a/package.json': JSON.stringify({ name: 'a', scripts: { test: 'vitest run', build: 'vite build' } }),
  'src/app.ts': '',
  '.env': 'SECRET=sk_live_CANARY77qX4',
};
/** Files that the build copies from a folder where the agent may write. */
const COPIED: Record<string, string> = {
  'package.json': EVIL,
  't.js': 'steal()',
  'vite.config.js': 'steal()',
  Makefile: 'test:\n\tnode t.js\n',
  'deno.json': EVIL,
};
const FOLDERS = ['dist', 'dist/sub', '.cache', 'packages/a/dist', 'node_modules/.cache', 'node_modules/evil', 'out', 'linked'];

/** Changes as recorded by the mirror: `linked` is a link created by the build. */
const RECORDED = ['out/package.json', 'out/t.js', 'out/vite.config.js', 'out/Makefile', 'linked'];

/** A host on which the build writes files into each of the folders; most of them are not reported. */
class BuildingWorkspace extends MemoryWorkspace {
  readonly ran: string[] = [];
  onBuilt: () => void = () => undefined;

  async hasFileWall(): Promise<boolean> {
    return true;
  }

  override async runCommand({ command }: CommandRequest): Promise<CommandOutcome> {
    this.ran.push(command);
    if (command === 'npm run build')
      for (const folder of FOLDERS)
        for (const [name, text] of Object.entries(COPIED))
          await this.writeFile(`${folder}/${name}` as WorkspacePath, new TextEncoder().encode(text));
    if (command === 'npm run build') this.onBuilt();
    return { status: 'completed', exitCode: 0, output: '' };
  }
}

async function ranUnasked(...commands: string[]): Promise<string[]> {
  const workspace = new BuildingWorkspace(BEFORE);
  const transport = new ScriptedTransport(
    ...commands.map((command) => call({ toolName: 'devonz_run_command', input: { command } })),
    say('Done.'),
  );
  const { ports } = testPorts({ transport, workspace, agent });
  const projectFiles = { isIgnored: () => false, contentBefore: async (path: string) => BEFORE[path] ?? null };
  const session = createAgentSession({ chatId: TEST_CHAT, ports: { ...ports, projectFiles }, tools, modelId: () => 'demo:scripted' });
  workspace.onBuilt = () => {
    for (const path of RECORDED)
      session.noteFile({ type: 'file-changed', path, hash: 'a'.repeat(64) as ContentHash, size: 1, by: 'runtime', before: null });
  };
  await session.send('go', 'agent');
  await session.settled();
  await session.stop();
  return workspace.ran;
}

const IN_FOLDER: ((folder: string) => string)[] = [
  (folder) => `cd ${folder} && npm test`,
  (folder) => `cd ${folder}; npm run dev`,
  (folder) => `npm --prefix ${folder} test`,
  (folder) => `npm -C ${folder} run test`,
  (folder) => `npm --prefix=${folder} run build`,
  (folder) => `pnpm -C ${folder} test`,
  (folder) => `pnpm --dir ${folder} run test`,
  (folder) => `yarn --cwd ${folder} test`,
  (folder) => `cd ${folder} && yarn test`,
  (folder) => `cd ${folder} && node --run test`,
  (folder) => `cd ${folder} && bun run test`,
  (folder) => `make -C ${folder} test`,
  (folder) => `cd ${folder} && make`,
  (folder) => `cd ${folder} && just test`,
  (folder) => `cd ${folder} && deno task test`,
  (folder) => `cd ${folder} && npx vitest run`,
  (folder) => `cd ${folder} && npx evil`,
  (folder) => `cd ${folder} && vite build`,
  (folder) => `(cd ${folder} && npm test)`,
  (folder) => `env -C ${folder} npm test`,
];

test.each(FOLDERS.flatMap((folder) => IN_FOLDER.map((make) => make(folder))))('after a build `%s` is not run unasked', async (command) => {
  expect(await ranUnasked('npm run build', command)).toEqual(['npm run build']);
});

test.each(
  FOLDERS.flatMap((folder) => [
    `npm run build && cd ${folder} && npm test`,
    `npm run build; npm --prefix ${folder} test`,
    `npm run build && make -C ${folder}`,
  ]),
)('`%s` is not run unasked: its first part may make what its last runs', async (command) => {
  expect(await ranUnasked(command)).toEqual([]);
});

/** Every script may run package code; the wall hides only the hidden folders of `node_modules` from unapproved commands. */
const OF_NO_PACKAGE = FOLDERS.filter((folder) => folder !== 'node_modules/evil');

test.each(
  OF_NO_PACKAGE.flatMap((folder) => [`node ${folder}/t.js`, `cd ${folder} && node t.js`, `node --import ./${folder}/t.js src/app.ts`]),
)('after a build `%s` is not run unasked', async (command) => {
  expect(await ranUnasked('npm run build', command)).toEqual(['npm run build']);
});

test.each(['npm test -ws', 'npm test --workspaces', 'npm run test -w dist', 'yarn workspace evil test', 'pnpm -r test', 'npm test -w out'])(
  'after a build `%s` is not run unasked: one of the packages may be new',
  async (command) => {
    expect(await ranUnasked('npm run build', command)).toEqual(['npm run build']);
  },
);

test.each(['npm test', 'cd packages/a && npm test', 'cd packages/a && npm run build', 'npm test -w packages/a'])(
  'what was there before runs unasked all the same: `%s`',
  async (command) => {
    expect(await ranUnasked('ls src', command)).toEqual(['ls src', command]);
  },
);
