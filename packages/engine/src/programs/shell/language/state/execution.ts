import type { ParsedScript } from 'unbash';
import type { ProgramContext } from '../../../../abi/program.ts';
import type { ProcessObserver } from '../../coreutils/command.ts';
import type { DescriptorTable } from '../../streams/descriptor-table.ts';
import type { JobTable } from './job-table.ts';
import type { ShellState } from './shell-state.ts';
import type { SignalInbox } from './signal-inbox.ts';

/** The context in which a piece of script runs: variables, descriptors and abort signal. */
export interface Execution {
  state: ShellState;
  files: DescriptorTable;
  /** Aborted by Ctrl-C (foreground) or `kill` (background). */
  signal: AbortSignal;
  /** A failure here is a condition (`if`, `&&`, `!`), so `set -e` does not end the shell. */
  isCondition: boolean;
  jobs: JobTable;
  program: ProgramContext;
  interpreter: Interpreter;
  /** The background job this runs in; `null` in the foreground. */
  background: BackgroundJob | null;
  /** Descriptors of process substitutions, closed after the command. */
  temporaryDescriptors: number[];
  /** The commands of `>(…)`, which end after the command that writes to them. */
  temporaryReaders: Promise<number>[];
  /** Shared by the whole process: all shells inside it count together. */
  subshells: SubshellCount;
  /** Notified of each process that starts, so that `timeout` can end it. */
  observer: ProcessObserver | null;
  /** Nothing follows this command, so a process may replace the shell. */
  isLast: boolean;
  /** Signals that the kernel sent to the shell's process. */
  signals: SignalInbox;
}

export interface SubshellCount {
  live: number;
  /** The limit was reached: nothing more starts until all have ended. */
  isExhausted: boolean;
}

export interface BackgroundJob {
  /** Called with each process that starts, and with null when a command starts inside the shell's own worker. */
  onStart(pid: number | null): void;
  onExit(pid: number): void;
}

/** The interpreter as seen by expansions and builtins. */
export interface Interpreter {
  runScript(script: ParsedScript, execution: Execution): Promise<number>;
  /** Parses and runs a text (`eval`, `source`, traps). A syntax error is reported and returns 2. */
  runSource(source: string, execution: Execution, origin?: { name?: string }): Promise<number>;
  /** Runs one command line that is already expanded. */
  runArguments(argv: string[], execution: Execution, options?: ArgumentOptions): Promise<number>;
  /** Returns the output of `$(script)` without trailing newlines. Sets `substitutionCode` of the state. */
  commandOutput(script: ParsedScript, execution: Execution): Promise<string>;
  /** Returns the path of the pipe for `<(script)`. */
  processSubstitution(script: ParsedScript, operator: '<' | '>', execution: Execution): Promise<string>;
}

export interface ArgumentOptions {
  env?: Map<string, string>;
  cwd?: string;
  isFunctionSkipped?: boolean;
  /** The command may replace the shell. */
  takesPlace?: boolean;
  /** The command that runs it (`xargs`), which prefixes the message for a missing command. */
  caller?: string;
}
