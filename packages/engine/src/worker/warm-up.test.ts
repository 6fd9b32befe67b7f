import { describe, expect, it } from 'vitest';
import type { ProgramName } from '../abi/program.ts';
import { warmUp } from './warm-up.ts';

/** Records the worker's actions; a program arrives after the step of this number. */
async function warmed({
  bootAfter = Number.POSITIVE_INFINITY,
  failing,
}: {
  bootAfter?: number;
  failing?: ProgramName;
} = {}): Promise<string[]> {
  const seen: string[] = [];
  await warmUp({
    programs: ['jsh', 'node', 'npm'],
    load: async (name) => {
      seen.push(name);
      if (name === failing) throw new Error('no such module');
    },
    isBooted: () => seen.length >= bootAfter,
    pause: async () => {
      seen.push('pause');
    },
  });
  return seen;
}

describe('warmUp', () => {
  it('loads one program after the other, with a pause after each', async () => {
    expect(await warmed()).toEqual(['jsh', 'pause', 'node', 'pause', 'npm', 'pause']);
  });

  it('continues after a program that cannot be loaded', async () => {
    expect(await warmed({ failing: 'jsh' })).toEqual(['jsh', 'pause', 'node', 'pause', 'npm', 'pause']);
  });

  it('does nothing more once a program runs, even if it came while one was loaded: the timer is then the program’s own', async () => {
    expect(await warmed({ bootAfter: 1 })).toEqual(['jsh']);
    expect(await warmed({ bootAfter: 2 })).toEqual(['jsh', 'pause']);
    expect(await warmed({ bootAfter: 3 })).toEqual(['jsh', 'pause', 'node']);
  });
});
