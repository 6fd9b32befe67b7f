import type { ParsedScript } from 'unbash';
import type { ProgramContext } from '../../../../abi/program.ts';
import type { ProcessObserver } from '../../coreutils/command.ts';
import type { DescriptorTable } from '../../streams/descriptor-table.ts';
import type { JobTable } from './job-table.ts';
import type { ShellState } from './shell-state.ts';
import type { SignalInbox } from './signal-inbox.ts';

/** Where a piece of script runs: whose variables, which descriptors, until when. */
export interface Execution {
  state: ShellState;
  files: DescriptorTable;
  /** Aborted by Ctrl-C (foreground) or `kill` (background). */
  signal: AbortSignal;
  /** A failure here decides something (`if`, `&&`, `!`), so `set -e` does not end the shell. */
  isCondition: boolean;
  jobs: JobTable;
  program: ProgramContext;
  interpreter: Interpreter;
  /** The background job this runs in; null in the foreground. */
  background: BackgroundJob | null;
  /** Descriptors of process substitutions, closed after the command. */
  temporaryDescriptors: number[];
  /** The commands of `>(…)`, which end after the command that writes to them. */
  temporaryReaders: Promise<number>[];
  /** Of the whole process: all shells inside it count together. */
  subshells: SubshellCount;
  /** Told of the processes that start: `timeout` ends them. */
  observer: ProcessObserver | null;
  /** Nothing comes after what runs now: a process may take the shell's place. */
  isLast: boolean;
  /** What the kernel sent to the shell's process. */
  signals: SignalInbox;
}

export interface SubshellCount {
  live: number;
  /** The limit was met: nothing more starts until all have ended. */
  isExhausted: boolean;
}

export interface BackgroundJob {
  /** Told of each process that starts, and of null when a command starts inside the shell's own worker. */
  onStart(pid: number | null): void;
  onExit(pid: number): void;
}

/** The executor, as expansions and builtins see it. */
export interface Interpreter {
  runScript(script: ParsedScript, execution: Execution): Promise<number>;
  /** Parses and runs a text (`eval`, `source`, traps). A syntax error is reported and gives 2. */
  runSource(source: string, execution: Execution, origin?: { name?: string }): Promise<number>;
  /** Runs one command line that is already expanded. */
  runArguments(argv: string[], execution: Execution, options?: ArgumentOptions): Promise<number>;
  /** `$(script)`: its output, without the newlines at the end. Sets `lastSubstitutionCode`. */
  commandOutput(script: ParsedScript, execution: Execution): Promise<string>;
  /** `<(script)`: the path under which the command finds the pipe. */
  processSubstitution(script: ParsedScript, operator: '<' | '>', execution: Execution): Promise<string>;
}

export interface ArgumentOptions {
  env?: Map<string, string>;
  cwd?: string;
  isFunctionSkipped?: boolean;
  /** It may take the shell's place. */
  takesPlace?: boolean;
  /** The command that runs it (`xargs`), in whose words a missing command is reported. */
  caller?: string;
}
