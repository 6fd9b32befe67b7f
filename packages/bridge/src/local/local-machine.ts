import { createHash } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { listPrograms } from '../machine/list-programs.ts';
import type { Machine, MachineFacts } from '../machine/machine.ts';
import { createLocalFiles } from './local-files.ts';
import { createLocalPorts } from './ports/local-ports.ts';
import { createReadOwnPorts } from './ports/read-own-ports.ts';
import { findProgram } from './process/find-program.ts';
import { createLocalProcesses } from './process/local-processes.ts';
import { loadTerminalModule } from './process/terminal-module.ts';
import { systemName } from './system-name.ts';
import { userEnvironment } from './user-environment.ts';

export interface LocalMachineOptions {
  /** The folder to open; a link to one is followed. */
  folder: string;
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  /** Imports the package of pseudo-terminals. */
  loadTerminals(): Promise<unknown>;
  /** Returns lower-case letters and digits that no other file's name has. */
  randomName(): string;
  later(work: () => void, milliseconds: number): () => void;
  /** The sandbox around this program, and so around every program that it starts. Default: none. */
  wall?: MachineFacts['wall'];
}

/** Opens a folder of this computer. Fails if the folder does not exist. */
export async function openLocalMachine(options: LocalMachineOptions): Promise<Machine> {
  const { platform, later } = options;
  const folder = await realpath(options.folder);
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const environment = userEnvironment(options.environment, folder, platform);
  const terminals = await loadTerminalModule(options.loadTerminals);
  const processes = createLocalProcesses({
    environment,
    platform,
    terminals: 'module' in terminals ? terminals.module : null,
    later,
  });
  const temporaryFolder = await mkdtemp(join(await temporaryPlace(options.environment), 'devonz-'));
  const facts: MachineFacts = {
    id: await machineId(platform),
    kind: 'local',
    host: hostname(),
    user: userInfo().username,
    system: await systemName(platform),
    platform: platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other',
    shell: shellOf(options.environment, platform),
    home: homedir(),
    folder,
    hasTerminal: 'module' in terminals,
    ...('reason' in terminals ? { terminalReason: terminals.reason } : {}),
    ...(environment.PATH === undefined ? {} : { searchPath: environment.PATH }),
    agentShell: await agentShell(environment, folder, platform),
    temporaryFolder,
    wall: options.wall ?? null,
    watch: 'events',
    programs: platform === 'win32' ? {} : await listPrograms(processes, folder, { later }),
  };
  const ports = createLocalPorts(createReadOwnPorts(platform, processes.sessions), later);
  return {
    facts,
    files: createLocalFiles(folder, platform, options.randomName),
    processes,
    ports,
    // This computer is always reachable.
    onConnection: () => () => undefined,
    async close() {
      ports.close();
      await processes.endAll();
      await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function shellOf(environment: LocalMachineOptions['environment'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return environment.ComSpec ?? 'cmd.exe';
  return environment.SHELL ?? userInfo().shell ?? '/bin/sh';
}

/**
 * The folder of the user's session, which other users cannot enter; on other systems the shared folder for temporary
 * files.
 */
async function temporaryPlace({ XDG_RUNTIME_DIR: own }: LocalMachineOptions['environment']): Promise<string> {
  const found = own === undefined ? null : await stat(own).catch(() => null);
  return own !== undefined && found?.isDirectory() && found.uid === process.getuid?.() ? own : tmpdir();
}

/** Linux gives each installation an identity. On other systems the computer's name is used. */
async function machineId(platform: NodeJS.Platform): Promise<string> {
  const own = platform === 'linux' ? await readFile('/etc/machine-id', 'utf8').catch(() => '') : '';
  return createHash('sha256')
    .update(['local', own.trim() || hostname(), userInfo().username].join('\0'))
    .digest('hex')
    .slice(0, 32);
}

async function agentShell(env: Record<string, string>, cwd: string, platform: NodeJS.Platform): Promise<string[]> {
  if (platform === 'win32') return ['powershell.exe', '-NoProfile'];
  return [await findProgram({ command: 'bash', cwd, env, platform }).catch(() => '/bin/sh')];
}
