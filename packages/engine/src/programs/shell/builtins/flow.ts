import { evaluateInShell } from '../language/parameters.ts';
import { ExitSignal, ExpansionError, LoopSignal, ReturnSignal } from '../language/state/control-flow.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

/** Implements `:` and `true`. */
export const success: Builtin = async () => 0;

export const failure: Builtin = async () => 1;

export const exit: Builtin = async (context) => {
  throw new ExitSignal(await exitCodeArgument(context));
};

export const returnBuiltin: Builtin = async (context) => {
  if (context.execution.state.returnDepth === 0) {
    await context.complain("can only `return' from a function or sourced script");
    return 2;
  }
  throw new ReturnSignal(await exitCodeArgument(context));
};

async function exitCodeArgument({ args, execution, complain }: BuiltinContext): Promise<number> {
  const [text] = args;
  if (text === undefined) return execution.state.lastExitCode;
  if (/^-?\d+$/.test(text)) return Number(text) & 255;
  await complain(`${text}: numeric argument required`);
  return 2;
}

/** Implements `break` and `continue`. */
export const leaveLoop: Builtin = async ({ name, args, execution, complain }) => {
  const depth = Number(args[0] ?? '1');
  if (!Number.isInteger(depth) || depth < 1) {
    await complain(`${args[0]}: loop count out of range`);
    return 1;
  }
  if (execution.state.loopDepth === 0) {
    await complain("only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  throw new LoopSignal(name === 'continue' ? 'continue' : 'break', depth);
};

export const shift: Builtin = async ({ args, execution, complain }) => {
  const count = Number(args[0] ?? '1');
  const { positional } = execution.state;
  if (!Number.isInteger(count) || count < 0) {
    await complain(`${args[0]}: shift count out of range`);
    return 1;
  }
  if (count > positional.length) return 1;
  execution.state.positional = positional.slice(count);
  return 0;
};

/** Implements `let`. */
export const letBuiltin: Builtin = async ({ args, execution, complain }) => {
  if (args.length === 0) {
    await complain('expression expected');
    return 1;
  }
  let last = 0n;
  try {
    for (const expression of args) last = evaluateInShell(execution.state, expression);
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    await complain(error.message);
    return 1;
  }
  return last === 0n ? 1 : 0;
};
