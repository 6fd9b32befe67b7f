// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useBoxChat } from './use-box-chat.ts';

type Step = readonly [address: string | null | undefined, chatId: string | null];

/** Returns the chat of the box's text after each step. */
function walk(...steps: Step[]): (string | null)[] {
  const [first, ...others] = steps;
  const { result, rerender } = renderHook(([address, chatId]: Step) => useBoxChat(address, chatId), {
    initialProps: first ?? [null, null],
  });
  const after = (step: Step) => {
    rerender(step);
    return result.current;
  };
  return [result.current, ...others.map(after)];
}

test('after a reload the words are the chat’s that the address names, before it is open', () => {
  expect(walk(['a', null], ['a', 'a'])).toEqual(['a', 'a']);
});

test('from one chat to another they are the other’s at once, while the first is being left', () => {
  expect(walk(['a', 'a'], ['b', 'a'], ['b', null], ['b', 'b'])).toEqual(['a', 'b', 'b', 'b']);
});

test('a chat that begins has them from then on, and a new one none of the last', () => {
  expect(walk([null, null], [null, 'a'], ['a', 'a'], [null, 'a'], [null, null])).toEqual([null, 'a', 'a', null, null]);
});

test('where no address is, the open chat has them', () => {
  expect(walk([undefined, null], [undefined, 'a'], [undefined, null])).toEqual([null, 'a', null]);
});
