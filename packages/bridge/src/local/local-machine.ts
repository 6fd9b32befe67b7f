import { realpath, stat } from 'node:fs/promises';
import { homedir, hostname, userInfo } from 'node:os';
import type { Machine, MachineFacts } from '../machine/machine.ts';
import { createLocalFiles } from './local-files.ts';
import { createLocalPorts } from './ports/local-ports.ts';
import { createReadOwnPorts } from './ports/read-own-ports.ts';
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
  /** Gives lower-case letters and digits that no other file's name has. */
  randomName(): string;
  later(work: () => void, milliseconds: number): () => void;
}

/** Opens a folder of this computer. Fails if there is no such folder. */
export async function openLocalMachine(options: LocalMachineOptions): Promise<Machine> {
  const { platform, later } = options;
  const folder = await realpath(options.folder);
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`);
  const environment = userEnvironment(options.environment, folder, platform);
  const terminals = await loadTerminalModule(options.loadTerminals);
  const facts: MachineFacts = {
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
  };
  const processes = createLocalProcesses({
    environment,
    platform,
    terminals: 'module' in terminals ? terminals.module : null,
    later,
  });
  const ports = createLocalPorts(createReadOwnPorts(platform, processes.sessions), later);
  return {
    facts,
    files: createLocalFiles(folder, platform, options.randomName),
    processes,
    ports,
    // This computer is always there.
    onLost: () => () => undefined,
    async close() {
      ports.close();
      await processes.endAll();
    },
  };
}

function shellOf(environment: LocalMachineOptions['environment'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return environment.ComSpec ?? 'cmd.exe';
  return environment.SHELL ?? userInfo().shell ?? '/bin/sh';
}
