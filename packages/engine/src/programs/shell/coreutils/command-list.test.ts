import { describe, expect, it } from 'vitest';
import { coreutilNames } from '../../../abi/built-in-programs.ts';
import { commandList } from './command-list.ts';

describe('the list of commands', () => {
  it('holds the names the kernel puts into /bin, and no other', () => {
    expect([...commandList.keys()].sort()).toEqual([...coreutilNames].sort());
  });

  it('loads every command', async () => {
    for (const [name, load] of commandList) expect(typeof (await load()), name).toBe('function');
  });
});
