import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestMachine as openSshTestMachine } from '../../packages/bridge/src/ssh/testing/test-machine.ts';
import { openInstance, type PageInstance, runToEnd } from '../../packages/bridge/src/testing/page-instance.ts';
import { startTestBridge } from '../../packages/bridge/src/testing/started-bridge.ts';
import { openTestMachine, temporaryFolder } from '../../packages/bridge/src/testing/temporary-folder.ts';
import { openSshFigures } from './bridge/open-ssh-figures.ts';

const COMMANDS = 1_000;
const FILES = 1_000;
const CHANGES = 100;

/**
 * For `npm run bench -- bridge`: a real machine as the app has it, over the bridge's wire: commands, files and changes on this computer,
 * the same commands and files on a server of ssh2 on the loopback, and keys and commands on OpenSSH's own server beside its own client.
 * `openssh` as an argument measures the last alone.
 */
export async function bench([only]: readonly string[]): Promise<Record<string, number>> {
  if (only === 'openssh') return openSshFigures(runCommands);
  return { ...(await onThisComputer()), ...(await overSsh()), ...(await openSshFigures(runCommands)) };
}

async function onThisComputer(): Promise<Record<string, number>> {
  const folder = await temporaryFolder();
  const machine = await openTestMachine(folder.path);
  const bridge = await startTestBridge(machine);
  const page = await openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });
  try {
    await makeFiles(folder.path);
    const files = await readAll(page);
    const latencies = await watchLatencies(page, folder.path);
    const commands = await runCommands(page);
    return {
      local_commands_right_count: commands.right,
      local_command_ms: commands.milliseconds / COMMANDS,
      local_1000_files_ms: files,
      local_watch_median_ms: rounded(latencies[CHANGES / 2] ?? Number.NaN),
      local_watch_p95_ms: rounded(latencies[Math.floor(CHANGES * 0.95)] ?? Number.NaN),
    };
  } finally {
    page.teardown();
    await bridge.close();
    await machine.close();
    await folder.remove();
  }
}

async function overSsh(): Promise<Record<string, number>> {
  const server = await openSshTestMachine();
  const bridge = await startTestBridge(server.machine);
  const page = await openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });
  try {
    await makeFiles(server.folder);
    const files = await readAll(page);
    const commands = await runCommands(page);
    return {
      ssh_commands_right_count: commands.right,
      ssh_command_ms: commands.milliseconds / COMMANDS,
      ssh_1000_files_ms: files,
    };
  } finally {
    page.teardown();
    await bridge.close();
    await server.close();
  }
}

async function makeFiles(root: string): Promise<void> {
  for (let folder = 0; folder < 10; folder += 1) {
    await mkdir(join(root, `files/${folder}`), { recursive: true });
    for (let file = 0; file < FILES / 10; file += 1)
      await writeFile(join(root, `files/${folder}/${file}.txt`), `file ${folder} ${file}\n`.repeat(100));
  }
}

/** Lists ten folders and reads what is in them, all at once, as the app does when a project opens. */
async function readAll(page: PageInstance): Promise<number> {
  const fs = page.fs();
  const startedAt = performance.now();
  const folders = await fs.readdir('files');
  const read = await Promise.all(
    folders.map(async (folder) => {
      const names = await fs.readdir(`files/${String(folder)}`);
      return Promise.all(names.map((name) => fs.readFile(`files/${String(folder)}/${String(name)}`)));
    }),
  );
  const milliseconds = performance.now() - startedAt;
  if (read.flat().length !== FILES) throw new Error(`Only ${read.flat().length} of ${FILES} files were read.`);
  return rounded(milliseconds);
}

/** From the end of another program's write to the client's callback. */
async function watchLatencies(page: PageInstance, root: string): Promise<number[]> {
  let heard: ((name: string) => void) | null = null;
  const watch = await page.fs().watch('.', { recursive: true }, (_event, name) => heard?.(name));
  const latencies: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const name = `changed-${change}`;
    const told = new Promise<void>((resolve) => {
      heard = (other) => other === name && resolve();
    });
    await writeFile(join(root, name), 'x');
    const startedAt = performance.now();
    await told;
    latencies.push(performance.now() - startedAt);
  }
  watch.close();
  return latencies.sort((left, right) => left - right);
}

async function runCommands(page: PageInstance): Promise<{ right: number; milliseconds: number }> {
  let right = 0;
  const startedAt = performance.now();
  for (let number = 0; number < COMMANDS; number += 1) {
    const script = `echo out ${number}; echo err ${number} >&2; exit ${number % 256}`;
    const { exitCode, stdout, stderr } = await runToEnd(page, { command: 'sh', args: ['-c', script] });
    if (exitCode === number % 256 && stdout === `out ${number}\n` && stderr === `err ${number}\n`) right += 1;
  }
  return { right, milliseconds: rounded(performance.now() - startedAt) };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
