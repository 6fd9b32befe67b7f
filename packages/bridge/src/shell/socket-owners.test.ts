import { expect, test } from 'vitest';
import { parseProcessRows, parseSocketOwners } from './socket-owners.ts';

test('processes and their sockets are read from what the scripts print', () => {
  expect(parseProcessRows('10 1 10\n11 10 10\n')).toEqual([
    { pid: 10, parent: 1, session: 10 },
    { pid: 11, parent: 10, session: 10 },
  ]);
  expect(parseSocketOwners('7\n10\nsocket:[123]\nsocket:[124]\n11\n12\nsocket:[123]\n')).toEqual([
    { pid: 10, inode: '123' },
    { pid: 10, inode: '124' },
    { pid: 12, inode: '123' },
  ]);
});

test('what is no such table has none', () => {
  expect(parseProcessRows('sh: sed: not found\n10 1\n10 1 x\n')).toEqual([]);
  expect(parseSocketOwners('ls: denied\nsocket:[x]\n')).toEqual([]);
});
