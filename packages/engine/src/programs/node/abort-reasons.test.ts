import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameAbortReasons } from './abort-reasons.ts';
import type { NodeHost } from './node-host.ts';

const kept: [object, string, PropertyDescriptor | undefined][] = [];
const due: (() => void)[] = [];

beforeEach(() => {
  for (const [target, name] of [
    [AbortController.prototype, 'abort'],
    [AbortSignal, 'abort'],
    [AbortSignal, 'timeout'],
  ] as const)
    kept.push([target, name, Object.getOwnPropertyDescriptor(target, name)]);
  const setTimeout = (callback: () => void) => {
    due.push(callback);
    return { unref: () => undefined };
  };
  nameAbortReasons({ timers: { setTimeout } } as unknown as NodeHost); // The only part of the host that is used.
});

afterEach(() => {
  for (const [target, name, descriptor] of kept.splice(0)) if (descriptor !== undefined) Object.defineProperty(target, name, descriptor);
});

it('signals are aborted for a reason in the words of Node, or for the one that is given', () => {
  const plain = new AbortController();
  plain.abort();
  expect([plain.signal.reason.name, plain.signal.reason.message]).toEqual(['AbortError', 'This operation was aborted']);
  const own = new AbortController();
  own.abort('why');
  expect(own.signal.reason).toBe('why');
  expect(AbortSignal.abort().reason.message).toBe('This operation was aborted');
  expect(AbortSignal.abort(null).reason).toBe(null);
});

it('a signal ends by a timer of the loop, and takes only a delay', () => {
  const signal = AbortSignal.timeout(5);
  expect(signal.aborted).toBe(false);
  due.splice(0).forEach((callback) => {
    callback();
  });
  expect([signal.reason.name, signal.reason.message]).toEqual(['TimeoutError', 'The operation was aborted due to timeout']);
  expect(() => AbortSignal.timeout(-1)).toThrow('The value of "delay" is out of range.');
});
