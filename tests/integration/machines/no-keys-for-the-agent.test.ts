import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FACTS } from '../../../app/lib/machines/testing/machine-facts.ts';
import { createAgentShell } from '../../../app/lib/runtime/shell/agent-shell.ts';
import { shellHostOf } from '../../../app/lib/runtime/shell/shell-host.ts';
import type { SpawnRequest } from '../../../app/lib/runtime/types.ts';
import type { Machine } from '../../../packages/bridge/src/machine/machine.ts';
import { openInstance, type PageInstance } from '../../../packages/bridge/src/testing/page-instance.ts';
import { type StartedBridge, startTestBridge } from '../../../packages/bridge/src/testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../../../packages/bridge/src/testing/temporary-folder.ts';

const USERS = { MY_API_KEY: 'mine', GH_PAT: 'mine', SSH_AUTH_SOCK: '/mine', EDITOR: 'ed' };
const LOOK = 'echo "[${MY_API_KEY-} ${GH_PAT-} ${SSH_AUTH_SOCK-} ${DEVONZ_AGENT-} $EDITOR]"';

let folder: TemporaryFolder;
let machine: Machine;
let bridge: StartedBridge;
let page: PageInstance;
beforeEach(async () => {
  folder = await temporaryFolder();
  machine = await openTestMachine(folder.path, true, USERS);
  bridge = await startTestBridge(machine);
  page = await openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });
});
afterEach(async () => {
  page.teardown();
  await bridge.close();
  await machine.close();
  await folder.remove();
});

/** As the genuine client passes it on. */
async function spawn({ terminal, ...request }: SpawnRequest) {
  const decoder = new TextDecoder();
  let controller: ReadableStreamDefaultController<string> | undefined;
  const output = new ReadableStream<string>({
    start(created) {
      controller = created;
    },
  });
  const size = terminal === undefined ? {} : { terminal: { cols: terminal.columns, rows: terminal.rows } };
  const child = await page.run({ ...request, ...size }, undefined, undefined, (data) => {
    if (data === null) controller?.close();
    else controller?.enqueue(decoder.decode(data, { stream: true }));
  });
  return {
    exit: child.onExit,
    output,
    write: async (data: string) => child.write(data),
    resize: () => undefined,
    kill: () => child.kill(),
  };
}

test('the agent’s commands and /cmd get none of the user’s keys, the user’s own terminal gets all', async () => {
  let id = 0;
  const facts = { ...FACTS, folder: folder.path, temporaryFolder: folder.path, notes: 'streams' };
  const shell = createAgentShell({
    spawn,
    onEvent: () => () => undefined,
    root: folder.path,
    host: shellHostOf({ host: 'machine', origin: bridge.origin, facts }),
    nextId: () => `id${String(id++).padStart(9, '0')}`,
    now: () => 5,
  });
  const run = (command: string, more: { hasTerminal?: true; timeoutMs?: number } = {}) =>
    shell.run({ command, timeoutMs: 60_000, signal: new AbortController().signal, onOutput: () => undefined, ...more });
  for (const more of [{}, { hasTerminal: true as const }])
    expect(await run(LOOK, more)).toMatchObject({ status: 'completed', output: expect.stringContaining('[    ed]') });
  const left = await run(`until [ -e go ]; do sleep 0.02; done; ${LOOK}; sleep 60`, { timeoutMs: 1 });
  if (left.status !== 'timed_out') throw new Error(`It was not put into the background: ${left.output}`);
  await writeFile(join(folder.path, 'go'), '');
  const log = async () => (await shell.control.log(left.processId)).text;
  await expect.poll(log, { timeout: 30_000 }).toContain('[    ed]');
  await shell.stopProcess(left.processId);

  const own = await spawn({ command: 'bash', args: ['-c', LOOK] });
  let shown = '';
  for await (const chunk of own.output) shown += chunk;
  expect(shown).toContain('[mine mine /mine  ed]');
});
