import { ExitSignal, ReturnSignal } from '../language/control-flow.ts';
import { errorText } from '../text/error-text.ts';
import { resolvePath } from '../text/resolve-path.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

/** `eval`. */
export const evaluate: Builtin = async ({ args, execution }) => execution.interpreter.runSource(args.join(' '), execution);

/** `source` and `.`. */
export const source: Builtin = async (context) => {
  const { args, execution, complain } = context;
  const [path, ...positional] = args;
  if (path === undefined) {
    await complain('filename argument required');
    return 2;
  }
  const text = await readSource(path, context);
  if (text === null) return 1;
  const { state } = execution;
  const former = state.positional;
  if (positional.length > 0) state.positional = positional;
  state.returnDepth += 1;
  try {
    return await execution.interpreter.runSource(text, execution);
  } catch (error) {
    if (error instanceof ReturnSignal) return error.exitCode;
    throw error;
  } finally {
    state.returnDepth -= 1;
    if (positional.length > 0) state.positional = former;
  }
};

async function readSource(path: string, { execution, stderr }: BuiltinContext): Promise<string | null> {
  const { state, program } = execution;
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

/** `exec command`: the command takes the shell's place, so the shell ends with its code. Bare `exec` is handled with its redirections. */
export const exec: Builtin = async ({ args, execution }) => {
  if (args.length === 0) return 0;
  throw new ExitSignal(await execution.interpreter.runArguments([...args], execution, { isFunctionSkipped: true }));
};
