import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { createLocalFiles } from '../local/local-files.ts';
import { type LocalMachineOptions, openLocalMachine } from '../local/local-machine.ts';
import { collect } from '../machine/collect.ts';
import { listPrograms } from '../machine/list-programs.ts';
import type { Machine, MachineFacts, MachineProcesses } from '../machine/machine.ts';
import { plainText } from '../shell/plain-text.ts';
import { wordsOf } from '../shell/words-of.ts';
import { findContainerCommand, runArguments } from './container-command.ts';
import { createContainerPorts } from './container-ports.ts';
import { createContainerProcesses } from './container-processes.ts';

export interface ContainerMachineOptions extends LocalMachineOptions {
  image: string;
}

/** Long, because the image may have to be downloaded first. */
const START_MILLISECONDS = 10 * 60 * 1000;
const PROBE_MILLISECONDS = 20_000;
const PROBE = `
say() { printf '%s=%s\\n' "$1" "$2"; }
say system "$(. /etc/os-release 2>/dev/null; printf %s "\${PRETTY_NAME:-$(uname -sr)}")"
say user "$(id -un 2>/dev/null || id -u)"
say home "\${HOME:-/}"
say shell "$(command -v bash || echo /bin/sh)"
say path "$PATH"
(umask 077; mkdir -p "/tmp/$1") && say temporary "/tmp/$1"
`;

/**
 * Opens a folder of this computer; its programs run in a new container, which ends with the bridge. Files are read and
 * written on this computer.
 */
export async function openContainerMachine({ image, ...options }: ContainerMachineOptions): Promise<Machine> {
  const { environment, platform, later, randomName } = options;
  const command = await findContainerCommand(environment, platform);
  const local = await openLocalMachine(options);
  const name = `devonz-${randomName()}`;
  const { folder } = local.facts;
  const user = platform === 'linux' && process.getuid !== undefined ? `${process.getuid()}:${process.getgid?.()}` : null;
  try {
    const container = await started(command.program, runArguments({ name, image, folder, command: command.name, user }), later);
    const processes = createContainerProcesses({ local: local.processes, program: command.program, name, cwd: folder, randomName });
    const ports = createContainerPorts({ processes, program: command.program, name, folder, later });
    const facts = await factsOf(processes, { local: local.facts, image, temporaryName: `devonz-${randomName()}`, later });
    return {
      facts,
      files: createLocalFiles(folder, platform, randomName),
      processes,
      ports,
      onConnection(listener) {
        const tell = (): void => listener({ state: 'lost', reason: `The container of ${image} has ended.` });
        container.once('exit', tell);
        return () => void container.off('exit', tell);
      },
      async close() {
        ports.close();
        await local.close();
        const ended = new Promise((resolve) => (container.exitCode === null ? container.once('exit', resolve) : resolve(null)));
        container.stdin?.end();
        await ended;
      },
    };
  } catch (error) {
    await local.close();
    throw error;
  }
}

/** Resolves when programs can be started in the container. */
function started(program: string, args: string[], later: LocalMachineOptions['later']): Promise<ChildProcess> {
  const container = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const cancel = later(() => container.kill(), START_MILLISECONDS);
    container.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-2_000);
    });
    container.stdout.once('data', () => {
      cancel();
      resolve(container);
    });
    container.once('error', reject);
    container.once('exit', () => {
      cancel();
      reject(new Error(`The container was not started. ${wordsOf(basename(program), said)}`));
    });
  });
}

interface Question {
  local: MachineFacts;
  image: string;
  temporaryName: string;
  later: LocalMachineOptions['later'];
}

async function factsOf(processes: MachineProcesses, { local, image, temporaryName, later }: Question): Promise<MachineFacts> {
  const request = { command: '/bin/sh', args: ['-c', PROBE, 'devonz', temporaryName], cwd: local.folder, env: {}, terminal: null };
  const { stdout } = await collect(processes, request, { clock: { later }, milliseconds: PROBE_MILLISECONDS });
  const values = new Map([...stdout.matchAll(/^([a-z]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));
  const shell = values.get('shell') ?? '/bin/sh';
  const path = values.get('path');
  return {
    id: createHash('sha256').update(['container', local.id, image].join('\0')).digest('hex').slice(0, 32),
    kind: 'container',
    host: image,
    user: plainText(values.get('user') ?? '', { limit: 100 }),
    system: plainText(values.get('system') ?? 'Linux', { limit: 200 }),
    platform: 'linux',
    shell,
    home: values.get('home') ?? '/',
    folder: local.folder,
    hasTerminal: local.hasTerminal,
    ...(local.terminalReason === undefined ? {} : { terminalReason: local.terminalReason }),
    ...(path === undefined ? {} : { searchPath: path }),
    agentShell: [shell],
    temporaryFolder: values.get('temporary') ?? '/tmp',
    wall: null,
    watch: 'events',
    programs: await listPrograms(processes, local.folder, { later }),
  };
}
