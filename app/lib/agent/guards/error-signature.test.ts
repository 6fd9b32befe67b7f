import { expect, test } from 'vitest';
import { checkErrors, errorLines, errorSignature } from './error-signature.ts';

const outputErrors = (output: string) => checkErrors(errorLines(output));

test.each([
  ['src/v2/app.ts:12:5 - error TS2322: Type', 'src/v2/app.ts:80:1 - error TS2322: Type', true],
  ["src/a.ts(3,4): error TS1005: ';' expected.", "src/a.ts(9,1): error TS1005: ';' expected.", true],
  ['Error: timeout after 1200 ms', 'Error: timeout after 3.4 s', true],
  ['at 0xDEADBEEF in chunk-4f3a9b2c', 'at 0x1234 in chunk-00ffee11', true],
  ['2026-01-02T03:04:05.678Z ERROR boom', '2026-01-02T09:10:11Z ERROR boom', true],
  ['[10:42:01] ERROR boom', '[10:43:59] ERROR boom', true],
  ['\u001b[31mError\u001b[0m: boom on line 3, column 4', 'Error:  boom on line 77', true],
  ['expected 3 to be 4', 'expected 5 to be 4', true],
  ['src/a.ts:1 Cannot find name x', 'src/b.ts:1 Cannot find name x', false],
  ['error TS2322: Type', 'error TS2345: Type', false],
  ["Cannot find module 'left'", "Cannot find module 'right'", false],
])('%s and %s: the same error? %s', (one, other, isSame) => {
  expect(errorSignature(one) === errorSignature(other)).toBe(isSame);
});

test('a path keeps its numbers, its line goes', () => {
  expect(errorSignature('src/2024/day3.ts:17:2: unexpected token')).toBe('src/2024/day3.ts: unexpected token');
});

test('of output only the lines that tell of errors count; without one, the last lines', () => {
  const errors = outputErrors('> vitest\n\n ✓ 12 tests\n FAIL src/a.test.ts\nAssertionError: no\n at x\n');
  expect([...errors.signatures]).toEqual(['FAIL src/a.test.ts', 'AssertionError: no']);
  expect(errors.label).toBe('FAIL src/a.test.ts');
  expect([...outputErrors('one\ntwo\nthree\nfour').signatures]).toEqual(['two', 'three', 'four']);
  expect(outputErrors(' \n').signatures.size).toBe(0);
});

test('a long error is cut for the user, not for comparing', () => {
  const long = `Error: ${'x'.repeat(500)}`;
  expect(outputErrors(long).label).toHaveLength(301);
  expect([...outputErrors(long).signatures][0]).toHaveLength(507);
});
