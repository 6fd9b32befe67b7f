import type { Command } from '../coreutils/command.ts';
import { CommandFiles } from '../coreutils/command-files.ts';
import type { Builtin } from './builtin.ts';

/** Wraps a coreutil that is also a builtin: PATH is not searched, and messages carry the shell's name. */
export function fromCommand(command: Command): Builtin {
  return async ({ name, args, execution, stdin, stdout, stderr }) => {
    const { program, signal, state, files } = execution;
    return command({
      name,
      args,
      env: new Map(),
      cwd: state.cwd,
      stdin,
      stdout,
      stderr,
      files: new CommandFiles({ system: program.system, cwd: state.cwd, stdin, stdout, signal, descriptor: (number) => files.get(number) }),
      system: program.system,
      signal,
      origin: program.origin,
      pid: program.pid,
      onTermination: () => () => undefined,
      run: (argv) => execution.interpreter.runArguments(argv, execution),
    });
  };
}
