import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import type { OptionSpecification } from '../option-specification.ts';
import { parseOptions } from '../parse-options.ts';

const specifications: ReadonlyMap<string, OptionSpecification> = new Map([
  ['nice', { others: ['-NUMBER'], values: 'n', long: { adjustment: 'n' } }],
  ['stdbuf', { values: 'ioe', long: { input: 'i', output: 'o', error: 'e' } }],
  ['setsid', { flags: 'cfw', long: { ctty: 'c', fork: 'f', wait: 'w' } }],
]);

/** Implements `nohup`, `nice`, `stdbuf` and `setsid`: they have no effect here, so the command simply runs. */
export const runThrough: Command = async (context) => {
  const { name } = context;
  // `nice -5` is the old form of `nice -n 5`.
  const args =
    name === 'nice'
      ? context.args.map((argument, index) => (index === 0 ? argument.replace(/^-(-?\d+)$/, '-n$1') : argument))
      : context.args;
  const { operands: command } = parseOptions({ name, args }, { ...specifications.get(name), isStopping: true, exitCode: 125 });
  if (command.length === 0) throw new CommandError(`missing operand\nTry '${name} --help' for more information.`, 125);
  return context.run(command, { takesPlace: true });
};
