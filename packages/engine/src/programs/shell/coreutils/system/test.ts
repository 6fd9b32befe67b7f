import { testNumber } from '../../text/test-number.ts';
import { evaluateTestArguments, TestSyntaxError } from '../../text/test-operators.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';

const specification = { others: ['EXPRESSION ]'] };

/** Implements `test` and `[` as programs. */
export const test: Command = async ({ name, args, env, files, stdin, stdout }) => {
  if (name === '[') answerInformation(args, specification);
  if (name === '[' && args.at(-1) !== ']') throw new CommandError("missing ']'", 2);
  try {
    const isTrue = evaluateTestArguments(name === '[' ? args.slice(0, -1) : args, {
      status: (path, isFollowing) => files.find(path, isFollowing),
      isTerminal: (descriptor) => (descriptor === 0 ? stdin.isTerminal : stdout.isTerminal),
      isVariableSet: (variable) => env.has(variable),
      isOptionOn: () => false,
      toNumber: testNumber,
    });
    return isTrue ? 0 : 1;
  } catch (error) {
    if (error instanceof TestSyntaxError) throw new CommandError(error.message, 2);
    throw error;
  }
};
