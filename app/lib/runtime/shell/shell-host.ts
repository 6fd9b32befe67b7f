import type { ResolvedHost } from '../hosts.ts';

/** How a host runs the commands of the agent's shell. */
export interface ShellHost {
  /** The shell, with its arguments before `-c`. */
  command: readonly [program: string, ...args: string[]];
  /** A folder for the exported variables between two commands. */
  temporaryFolder: string;
  /** Whether the host puts notes into the output, at least of its streams and of ports that programs open (docs/decisions/0009). */
  hasNotes: boolean;
  /** Whether programs can be run without a terminal, so that they print neither colours nor redrawn progress. */
  hasPlainConsole: boolean;
  /** Whether its programs inherit an environment of the user's, which may hold keys: the host then leaves these out of the agent's commands. */
  hasUserEnvironment: boolean;
  /** How long a stopped command may take to end after Ctrl-C, and then after being killed. In milliseconds. */
  interruptGrace: number;
  killGrace: number;
  /** How long the shell may take to start, in milliseconds, and how often it is tried. A second try could run a command twice. */
  startTime: number;
  startTries: 1 | 2;
}

const LOCAL = { temporaryFolder: '/tmp', startTime: 15_000, startTries: 2 } as const;
/** Together less than the 200 ms that a stop may take. */
const QUICK = { interruptGrace: 90, killGrace: 40 } as const;

const ENGINE_SHELL: ShellHost = { command: ['jsh'], hasNotes: true, hasPlainConsole: true, hasUserEnvironment: false, ...LOCAL, ...QUICK };

export function shellHostOf(host: ResolvedHost): ShellHost {
  switch (host.host) {
    case 'engine':
      return ENGINE_SHELL;
    case 'stackblitz':
      return { ...ENGINE_SHELL, hasNotes: false, hasPlainConsole: false };
    case 'machine': {
      const { shells, temporaryFolder, notes } = host.facts;
      const [program = 'sh', ...args] = shells.agent;
      return {
        command: [program, ...args],
        temporaryFolder,
        hasNotes: notes === 'streams',
        hasPlainConsole: true,
        hasUserEnvironment: true,
        // Programs such as apt and git clean up when they are interrupted.
        interruptGrace: 3_000,
        killGrace: 2_000,
        startTime: 60_000,
        startTries: 1,
      };
    }
  }
}
