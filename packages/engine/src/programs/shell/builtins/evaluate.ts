import { resolveCommand } from '../language/resolve-command.ts';
import { ExitSignal, ReturnSignal } from '../language/state/control-flow.ts';
import { errorText } from '../text/error-text.ts';
import { resolvePath } from '../text/resolve-path.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

export const evaluate: Builtin = async ({ args, execution }) =>
  execution.interpreter.runSource(args.join(' '), execution, { name: 'eval' });

/** Implements `source` and `.`. */
export const source: Builtin = async (context) => {
  const { args, execution, complain } = context;
  const [path, ...positional] = args;
  if (path === undefined) {
    await complain('filename argument required');
    await context.stderr.writeLine(`${context.name}: usage: ${context.name} filename [arguments]`);
    return 2;
  }
  const text = await readSource(path, context);
  if (text === null) return 1;
  const { state } = execution;
  const former = state.positional;
  if (positional.length > 0) state.positional = positional;
  state.returnDepth += 1;
  try {
    return await execution.interpreter.runSource(text, execution, { name: path });
  } catch (error) {
    if (error instanceof ReturnSignal) return error.exitCode;
    throw error;
  } finally {
    state.returnDepth -= 1;
    if (positional.length > 0) state.positional = former;
  }
};

async function readSource(path: string, { execution, stderr, stdin }: BuiltinContext): Promise<string | null> {
  const { state, program } = execution;
  const inherited = /^\/dev\/fd\/(\d+)$/.exec(path);
  const file = path === '/dev/stdin' ? execution.files.get(0) : inherited === null ? null : execution.files.get(Number(inherited[1]));
  if (file !== null) return stdin.over(file).text();
  const folders = path.includes('/') ? [''] : [...(state.variables.text('PATH') ?? '').split(':'), ''];
  let failure: unknown = null;
  for (const folder of folders) {
    try {
      return new TextDecoder().decode(program.system.sync('readFile', resolvePath(resolvePath(state.cwd, folder), path)));
    } catch (error) {
      failure = error;
    }
  }
  await stderr.writeLine(`jsh: ${path}: ${errorText(failure)}`);
  return null;
}

/**
 * Implements `exec command`: the command replaces the shell, so the shell ends with its exit code. Bare `exec` is handled with its
 * redirections.
 */
export const exec: Builtin = async ({ args, execution, complain }) => {
  if (args.length === 0) return 0;
  const [name = ''] = args;
  const { state, program } = execution;
  const resolved = resolveCommand(name, state.variables.text('PATH') ?? '', state.cwd, program.system);
  if (resolved.type === 'failure') {
    await complain(resolved.message.replace('command not found', 'not found'));
    if (state.isInteractive) return resolved.exitCode;
    throw new ExitSignal(resolved.exitCode);
  }
  throw new ExitSignal(await execution.interpreter.runArguments([...args], execution, { isFunctionSkipped: true, takesPlace: true }));
};
