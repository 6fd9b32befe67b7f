import { TestSyntaxError } from './test-operators.ts';

/** A number as `test` and `[` take it: no arithmetic. */
export function testNumber(text: string): bigint {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new TestSyntaxError(`${text}: integer expression expected`);
  return BigInt(text.trim().replace(/^\+/, ''));
}
