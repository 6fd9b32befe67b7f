import { describe, expect, it } from 'vitest';
import { describeReceived, invalidArgumentType, invalidArgumentValue, outOfRange } from './node-error.ts';
import { validateInteger, validateNumber, validateOneOf, validateUint32 } from './validate.ts';

const messageOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'nothing thrown';
};

describe('the words of Node for a wrong argument', () => {
  it.each([
    [undefined, 'Received undefined'],
    [Object.create(null), 'Received [Object: null prototype] {}'],
    [[], 'Received an instance of Array'],
    [function named() {}, 'Received function named'],
    [-0, 'Received type number (-0)'],
    [5n, 'Received type bigint (5n)'],
    [Symbol('s'), 'Received type symbol (Symbol(s))'],
    ["it's", 'Received type string ("it\'s")'],
    ['a'.repeat(30), `Received type string ('${'a'.repeat(25)}...')`],
  ])('say of %s what it is', (value, said) => {
    expect(describeReceived(value)).toBe(said);
  });

  it('name arguments and properties, with large numbers in groups', () => {
    expect(invalidArgumentType('a', 'of type number', 'x').message).toBe(
      'The "a" argument must be of type number. Received type string (\'x\')',
    );
    expect(invalidArgumentType('first argument', 'of type string', 1).message).toBe(
      'The first argument must be of type string. Received type number (1)',
    );
    expect(invalidArgumentValue('a.b', { c: 1 }).message).toBe("The property 'a.b' is invalid. Received { c: 1 }");
    expect(outOfRange('a', '>= 0', -4294967297).message).toBe('The value of "a" is out of range. It must be >= 0. Received -4_294_967_297');
    expect(outOfRange('a', '>= 0', 2n ** 40n).message).toContain('Received 1_099_511_627_776n');
  });

  it('give the range that was left', () => {
    expect(messageOf(() => validateInteger(1.5, 'a'))).toContain('must be an integer. Received 1.5');
    expect(messageOf(() => validateUint32(-1, 'a', true))).toContain('must be >= 1 && <= 4294967295. Received -1');
    expect(messageOf(() => validateNumber(Number.NaN, 'a', 0))).toContain('must be >= 0. Received NaN');
    expect(messageOf(() => validateOneOf('c', 'a', ['b', 0]))).toBe("The argument 'a' must be one of: 'b', 0. Received 'c'");
  });
});
