import { assignElement } from '../language/parameters.ts';
import { formatPrintf } from '../text/printf-format.ts';
import type { Builtin } from './builtin.ts';

export const printf: Builtin = async ({ args, execution, stdout, complain, stderr }) => {
  const isAssigning = args[0] === '-v';
  const rest = isAssigning ? args.slice(2) : args[0] === '--' ? args.slice(1) : args;
  const [format, ...values] = rest;
  if (format === undefined) {
    await stderr.writeLine('printf: usage: printf [-v var] format [arguments]');
    return 2;
  }
  const { bytes, problems } = formatPrintf(format, values, execution.state.variables.environment());
  if (isAssigning) {
    const [, name = '', index] = /^(\w+)(?:\[(.*)\])?$/.exec(args[1] ?? '') ?? [];
    const text = new TextDecoder().decode(bytes);
    if (index === undefined) execution.state.variables.setText(name, text);
    else assignElement(execution.state, name, index, text);
  } else await stdout.writeBytes(bytes);
  for (const problem of problems) await complain(problem);
  return problems.length === 0 ? 0 : 1;
};
