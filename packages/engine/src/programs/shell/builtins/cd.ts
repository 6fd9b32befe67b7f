import { errorText } from '../text/error-text.ts';
import { resolvePath } from '../text/resolve-path.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

export const cd: Builtin = async (context) => {
  const { args, execution, complain, stdout } = context;
  const { variables, cwd } = execution.state;
  const operands = args.filter((argument) => !/^-[LPe@]+$/.test(argument) && argument !== '--');
  if (operands.length > 1) {
    await complain('too many arguments');
    return 1;
  }
  const target = operands[0] ?? variables.text('HOME');
  if (target === null) {
    await complain('HOME not set');
    return 1;
  }
  const former = variables.text('OLDPWD');
  if (target === '-' && former === null) {
    await complain('OLDPWD not set');
    return 1;
  }
  const path = resolvePath(cwd, target === '-' ? (former ?? '') : target);
  const isMoved = await enter(path, target, args.includes('-P'), context);
  if (isMoved && target === '-') await stdout.writeLine(execution.state.cwd);
  return isMoved ? 0 : 1;
};

async function enter(path: string, shown: string, isPhysical: boolean, { execution, complain }: BuiltinContext): Promise<boolean> {
  const { state, program } = execution;
  try {
    if (program.system.sync('stat', path).kind !== 'directory') {
      await complain(`${shown}: Not a directory`);
      return false;
    }
    const target = isPhysical ? program.system.sync('realpath', path) : path;
    state.variables.setText('OLDPWD', state.cwd);
    state.variables.writable('OLDPWD').isExported = true;
    state.cwd = target;
    state.variables.setText('PWD', target);
    state.variables.writable('PWD').isExported = true;
    return true;
  } catch (error) {
    await complain(`${shown}: ${errorText(error)}`);
    return false;
  }
}

export const pwd: Builtin = async ({ args, execution, stdout }) => {
  const { cwd } = execution.state;
  await stdout.writeLine(args.includes('-P') ? execution.program.system.sync('realpath', cwd) : cwd);
  return 0;
};

/** Implements `pushd`, `popd` and `dirs` on the directory stack (bash's DIRSTACK). */
export const directoryStack: Builtin = async (context) => {
  const { name, args, execution, complain, stdout } = context;
  const { state } = execution;
  const stack = state.directoryStack;
  if (name === 'pushd') {
    const target = args[0] ?? stack.shift();
    if (target === undefined) {
      await complain('no other directory');
      return 1;
    }
    const former = state.cwd;
    if (!(await enter(resolvePath(former, target), target, false, context))) return 1;
    stack.unshift(former);
  } else if (name === 'popd') {
    const target = stack.shift();
    if (target === undefined) {
      await complain('directory stack empty');
      return 1;
    }
    if (!(await enter(target, target, false, context))) return 1;
  }
  if (name === 'dirs' && args.includes('-c')) {
    stack.length = 0;
    return 0;
  }
  const home = state.variables.text('HOME') ?? '';
  const shown = [state.cwd, ...stack].map((path) =>
    home !== '' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path,
  );
  const isNumbered = name === 'dirs' && args.includes('-v');
  if (isNumbered) for (const [index, path] of shown.entries()) await stdout.writeLine(`${String(index).padStart(2)}  ${path}`);
  else await stdout.writeLine(shown.join(name === 'dirs' && args.includes('-p') ? '\n' : ' '));
  return 0;
};
