import type { Function as FunctionNode } from 'unbash';
import { Variables } from './variables.ts';

/** The options `set` and `shopt` change. */
export interface ShellOptions {
  errexit: boolean;
  nounset: boolean;
  xtrace: boolean;
  noglob: boolean;
  noclobber: boolean;
  noexec: boolean;
  verbose: boolean;
  allexport: boolean;
  pipefail: boolean;
  nullglob: boolean;
  dotglob: boolean;
  globstar: boolean;
  nocasematch: boolean;
  nocaseglob: boolean;
  failglob: boolean;
}

export const defaultShellOptions: ShellOptions = {
  errexit: false,
  nounset: false,
  xtrace: false,
  noglob: false,
  noclobber: false,
  noexec: false,
  verbose: false,
  allexport: false,
  pipefail: false,
  nullglob: false,
  dotglob: false,
  globstar: false,
  nocasematch: false,
  nocaseglob: false,
  failglob: false,
};

/** Everything a subshell gets a copy of. */
export class ShellState {
  variables = new Variables();
  functions = new Map<string, FunctionNode>();
  aliases = new Map<string, string>();
  traps = new Map<string, string>();
  options: ShellOptions = { ...defaultShellOptions };
  positional: string[] = [];
  /** `$0`. */
  scriptName = 'jsh';
  cwd = '/';
  /** Under `pushd`: the folders below the working directory. */
  directoryStack: string[] = [];
  /** Lines typed at the prompt. */
  history: string[] = [];
  lastExitCode = 0;
  lastBackgroundPid: number | null = null;
  /** Of the last command substitution: the exit code of a command that is only assignments. */
  substitutionCode: number | null = null;
  /** `PIPESTATUS`. */
  pipeStatus: number[] = [0];
  /** How many functions and sourced files are running: where `return` may stand. */
  returnDepth = 0;
  functionNames: string[] = [];
  loopDepth = 0;
  isInteractive = false;
  isSubshell = false;
  /** Where `getopts` stands within one argument. */
  optionOffset = 0;
  startedAt = Date.now();

  fork(): ShellState {
    const copy = new ShellState();
    copy.variables = this.variables.fork();
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    copy.options = { ...this.options };
    copy.positional = [...this.positional];
    copy.scriptName = this.scriptName;
    copy.cwd = this.cwd;
    copy.directoryStack = [...this.directoryStack];
    copy.lastExitCode = this.lastExitCode;
    copy.lastBackgroundPid = this.lastBackgroundPid;
    copy.returnDepth = this.returnDepth;
    copy.functionNames = [...this.functionNames];
    copy.loopDepth = this.loopDepth;
    copy.isSubshell = true;
    copy.startedAt = this.startedAt;
    return copy;
  }
}
