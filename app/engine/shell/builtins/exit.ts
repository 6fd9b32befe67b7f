import { ExitSignal, ReturnSignal } from '../language/control-flow.ts';
import type { Builtin } from './builtin.ts';

export const exit: Builtin = async (context) => {
  throw new ExitSignal(await exitCodeArgument(context));
};

export const returnBuiltin: Builtin = async (context) => {
  if (context.execution.state.returnDepth === 0) {
    await context.complain("can only `return' from a function or sourced script");
    return 1;
  }
  throw new ReturnSignal(await exitCodeArgument(context));
};

async function exitCodeArgument({ args, execution, complain }: Parameters<Builtin>[0]): Promise<number> {
  const [text] = args;
  if (text === undefined) return execution.state.lastExitCode;
  if (/^-?\d+$/.test(text)) return Number(text) & 255;
  await complain(`${text}: numeric argument required`);
  return 2;
}
