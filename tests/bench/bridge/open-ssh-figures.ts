import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { openSshMachine } from '../../../packages/bridge/src/ssh/ssh-machine.ts';
import { type Sshd, startSshd } from '../../../packages/bridge/src/ssh/testing/start-sshd.ts';
import { testPorts } from '../../../packages/bridge/src/ssh/testing/test-ports.ts';
import { openInstance, type PageInstance } from '../../../packages/bridge/src/testing/page-instance.ts';
import { startTestBridge } from '../../../packages/bridge/src/testing/started-bridge.ts';

const KEYS = 300;
/** The first ones wait for code that is compiled when it is first run. */
const WARM_UP = 50;

/** A terminal there in which `cat` echoes what is typed. */
interface Terminal {
  /** Resolves to the milliseconds until the key has come back. */
  press(key: string): Promise<number>;
  close(): void;
}

/** Figures of OpenSSH's own server; none where it is not installed, which is said. */
export async function openSshFigures(
  runCommands: (page: PageInstance) => Promise<{ right: number; milliseconds: number }>,
): Promise<Record<string, number>> {
  const sshd = await startSshd();
  if (typeof sshd === 'string') {
    console.log(sshd);
    return {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
  const ports = testPorts({ files: { '/home/tester/.ssh/id_ed25519': sshd.key.privateText } });
  const machine = await openSshMachine({ target: `${sshd.user}@127.0.0.1:${sshd.port}`, folder }, ports);
  const bridge = await startTestBridge(machine);
  const page = await openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });
  try {
    const keys = await pressKeys(await openBySsh(sshd, folder), await openByBridge(page));
    const commands = await runCommands(page);
    return { ...keys, openssh_commands_right_count: commands.right, openssh_1000_commands_ms: commands.milliseconds };
  } finally {
    page.teardown();
    await bridge.close();
    await machine.close();
    await sshd.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In turns, so that whatever else the computer does is shared. */
async function pressKeys(bySsh: Terminal, byBridge: Terminal): Promise<Record<string, number>> {
  const times = { ssh: [] as number[], bridge: [] as number[] };
  for (let index = 0; index < KEYS; index += 1) {
    const key = String.fromCharCode(97 + (index % 26));
    const [ssh, bridge] = [await bySsh.press(key), await byBridge.press(key)];
    if (index < WARM_UP) continue;
    times.ssh.push(ssh);
    times.bridge.push(bridge);
  }
  bySsh.close();
  byBridge.close();
  const at = (values: number[], part: number) =>
    Math.round((values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN) * 100) / 100;
  return {
    ssh_t_key_median_ms: at(times.ssh, 0.5),
    ssh_t_key_p95_ms: at(times.ssh, 0.95),
    openssh_key_median_ms: at(times.bridge, 0.5),
    openssh_key_p95_ms: at(times.bridge, 0.95),
  };
}

async function openBySsh(sshd: Sshd, folder: string): Promise<Terminal> {
  const key = join(folder, 'key');
  await writeFile(key, sshd.key.privateText, { mode: 0o600 });
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes', 'LogLevel=ERROR'];
  const args = ['-t', '-F', 'none', '-i', key, ...options.flatMap((option) => ['-o', option]), '-p', String(sshd.port)];
  const terminal = spawn('ssh', [...args, `${sshd.user}@127.0.0.1`, 'echo ready; cat'], { cols: 80, rows: 24 });
  const echo = createEcho((data) => terminal.write(data));
  terminal.onData(echo.take);
  await echo.ready;
  return { press: echo.press, close: () => terminal.kill() };
}

async function openByBridge(page: PageInstance): Promise<Terminal> {
  const decoder = new TextDecoder();
  let write = (_data: string): void => undefined;
  const echo = createEcho((data) => write(data));
  const request = { command: 'sh', args: ['-c', 'echo ready; cat'], terminal: { cols: 80, rows: 24 } };
  const process = await page.run(request, undefined, undefined, (data) => data !== null && echo.take(decoder.decode(data)));
  write = (data) => process.write(data);
  await echo.ready;
  return { press: echo.press, close: () => process.kill() };
}

function createEcho(write: (data: string) => void) {
  let waiting: { key: string; resolve(): void } | null = null;
  const wait = (key: string) =>
    new Promise<void>((resolve) => {
      waiting = { key, resolve };
    });
  return {
    ready: wait('ready'),
    take(text: string): void {
      if (waiting !== null && text.includes(waiting.key)) waiting.resolve();
    },
    async press(key: string): Promise<number> {
      const startedAt = performance.now();
      const echoed = wait(key);
      write(key);
      await echoed;
      return performance.now() - startedAt;
    },
  };
}
