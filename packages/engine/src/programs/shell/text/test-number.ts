import { TestSyntaxError } from './test-operators.ts';

/** Parses a number as `test` and `[` do, without arithmetic. */
export function testNumber(text: string): bigint {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new TestSyntaxError(`${text}: integer expression expected`);
  return BigInt(text.trim().replace(/^\+/, ''));
}
