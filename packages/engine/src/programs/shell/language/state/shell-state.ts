import type { CommandNode, Function as FunctionNode } from 'unbash';
import { functionSource } from './function-source.ts';
import { Variables } from './variables.ts';

/** The options that `set` and `shopt` change. */
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
  expand_aliases: boolean;
  inherit_errexit: boolean;
  errtrace: boolean;
  functrace: boolean;
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
  expand_aliases: false,
  inherit_errexit: false,
  errtrace: false,
  functrace: false,
};

/** The state that a subshell copies. */
export class ShellState {
  variables = new Variables();
  functions = new Map<string, FunctionNode>();
  /** The functions exported by `export -f`. */
  exportedFunctions = new Set<string>();
  aliases = new Map<string, string>();
  /** The aliases being expanded. */
  activeAliases = new Set<string>();
  traps = new Map<string, string>();
  /** The traps that `trap` lists in a subshell until it sets its own. */
  inheritedTraps: ReadonlyMap<string, string> = new Map();
  options: ShellOptions = { ...defaultShellOptions };
  positional: string[] = [];
  /** `$0`. */
  scriptName = 'jsh';
  cwd = '/';
  /** For `pushd`: the folders below the working directory. */
  directoryStack: string[] = [];
  /** Lines typed at the prompt. */
  history: string[] = [];
  lastExitCode = 0;
  lastBackgroundPid: number | null = null;
  /** Exit code of the last command substitution, which is also that of a command that only assigns. */
  substitutionCode: number | null = null;
  /** `PIPESTATUS`. */
  pipeStatus: number[] = [0];
  /** The number of running functions and sourced files; `return` is valid when above 0. */
  returnDepth = 0;
  functionNames: string[] = [];
  loopDepth = 0;
  isInteractive = false;
  isSubshell = false;
  subshellDepth = 0;
  /** Inside `$(…)`. */
  isSubstitution = false;
  /** `$_`. */
  lastArgument = '';
  /** Running the text of `-c`. */
  isCommandText = false;
  /** Running a script file: messages carry its name and the line. */
  isScriptFile = false;
  /** The running text and the position of the current command in it. */
  source = '';
  position = 0;
  /** `$BASH_COMMAND`. */
  currentCommand: CommandNode | null = null;
  isInTrap = false;
  /** The position of `getopts` within one argument. */
  optionOffset = 0;
  startedAt = Date.now();
  /** The mask set by `umask` here; `null` for the inherited mask. */
  fileMask: number | null = null;

  /** Returns a command's environment: exported variables, and functions as bash encodes them. */
  environment(): Map<string, string> {
    const environment = this.variables.environment();
    for (const name of this.exportedFunctions) {
      const definition = this.functions.get(name);
      if (definition !== undefined) environment.set(`BASH_FUNC_${name}%%`, functionSource('', definition).replace(/^\s*\(\)\s*/, '() '));
    }
    return environment;
  }

  fork(): ShellState {
    const copy = new ShellState();
    copy.variables = this.variables.fork();
    copy.functions = new Map(this.functions);
    copy.exportedFunctions = new Set(this.exportedFunctions);
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
    // `break` in a subshell cannot leave a loop outside it.
    copy.loopDepth = 0;
    copy.isCommandText = this.isCommandText;
    copy.isScriptFile = this.isScriptFile;
    copy.source = this.source;
    copy.position = this.position;
    copy.currentCommand = this.currentCommand;
    copy.optionOffset = this.optionOffset;
    copy.inheritedTraps = this.traps;
    // Ignored signals stay ignored; the other traps belong to the parent.
    for (const [name, command] of this.traps)
      if (command === '' || (name === 'ERR' && this.options.errtrace)) copy.traps.set(name, command);
    copy.isSubshell = true;
    copy.isSubstitution = this.isSubstitution;
    copy.subshellDepth = this.subshellDepth + 1;
    copy.startedAt = this.startedAt;
    copy.fileMask = this.fileMask;
    return copy;
  }
}
