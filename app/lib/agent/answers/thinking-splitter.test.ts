import { expect, test } from 'vitest';
import { ThinkingSplitter } from './thinking-splitter.ts';

test.each([
  [['<think>a', 'b</thi', 'nk>c', 'd'], 'ab', 'cd'],
  [[' <th', 'ink>a</think>', 'c'], 'a', 'c'],
  [['<thank', 'you>'], '', '<thankyou>'],
  [['<th'], '', '<th'],
  [['<think>a', 'b'], 'ab', ''],
  [['c', '<think>d</think>'], '', 'c<think>d</think>'],
])('%j thinks %j and says %j', (pieces, thinking, said) => {
  const splitter = new ThinkingSplitter();
  const reply = pieces.map((piece) => splitter.push(piece)).join('') + splitter.end();
  expect([splitter.thinking, reply]).toEqual([thinking, said]);
});
