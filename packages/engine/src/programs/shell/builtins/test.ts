import { shellSurroundings } from '../language/conditional.ts';
import { testNumber } from '../text/test-number.ts';
import { evaluateTestArguments, TestSyntaxError } from '../text/test-operators.ts';
import type { Builtin } from './builtin.ts';

/** Implements `test` and `[`. */
export const test: Builtin = async ({ name, args, execution, complain }) => {
  if (name === '[' && args.at(-1) !== ']') {
    await complain("missing `]'");
    return 2;
  }
  try {
    const operands = name === '[' ? args.slice(0, -1) : args;
    return evaluateTestArguments(operands, { ...shellSurroundings(execution), toNumber: testNumber }) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestSyntaxError)) throw error;
    await complain(error.message);
    return 2;
  }
};
