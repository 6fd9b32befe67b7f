import { expect, test } from 'vitest';
import { MAX_BRIDGES, roomForBridge } from './room-for-bridge.ts';

function bridges(count: number, closed: readonly number[] = []) {
  return new Map(Array.from({ length: count }, (_, port) => [port, { isOpen: !closed.includes(port) }]));
}

test('there is room until the limit, then in place of the oldest whose program has ended, then none', () => {
  expect(roomForBridge(bridges(MAX_BRIDGES - 1, [3]))).toEqual({ hasRoom: true, retire: null });
  expect(roomForBridge(bridges(MAX_BRIDGES, [7, 3]))).toEqual({ hasRoom: true, retire: 3 });
  expect(roomForBridge(bridges(MAX_BRIDGES))).toEqual({ hasRoom: false });
});
