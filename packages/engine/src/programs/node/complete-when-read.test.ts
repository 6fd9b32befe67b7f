import { expect, test } from 'vitest';
import { completeWhenRead } from './complete-when-read.ts';

class Native {}
class Other {}

function create() {
  const scope: Record<string, unknown> = { One: Native, Two: Other };
  const log: string[] = [];
  completeWhenRead(scope, ['One', 'Two'], () => {
    log.push(`completed over ${String(scope.One === Native)} ${String(scope.Two === Other)}`);
    Object.defineProperty(scope, 'Two', { value: 'completed Two', writable: true, configurable: true });
  });
  return { scope, log };
}

test('nothing is completed before one of them is read, and then once', () => {
  const { scope, log } = create();
  expect('One' in scope).toBe(true);
  expect(log).toEqual([]);
  expect([scope.One, scope.Two, scope.One]).toEqual([Native, 'completed Two', Native]);
  expect(log).toEqual(['completed over true true']);
});

test('what the program has put in the place of one stays when another is read', () => {
  const { scope, log } = create();
  scope.Two = 'a polyfill';
  expect(log).toEqual([]);
  expect(scope.One).toBe(Native);
  expect(scope.Two).toBe('a polyfill');
});

test('one that the program has removed stays away, and one that it saves and puts back works', () => {
  const { scope } = create();
  const saved = Object.getOwnPropertyDescriptor(scope, 'One') ?? {};
  delete scope.Two;
  delete scope.One;
  Object.defineProperty(scope, 'One', saved);
  expect(scope.One).toBe(Native);
  expect(scope.One).toBe(Native);
  expect('Two' in scope).toBe(false);
});
