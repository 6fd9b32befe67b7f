import { describe, expect, it } from 'vitest';
import { type Results, withRun } from './results.ts';
import { rotation } from './rotation.ts';
import { strangersTable } from './table.ts';

const RESULTS: Results = {
  one: {
    versions: ['vite 8.0.0'],
    native: { date: '2026-01-01', steps: [{ step: 'install', status: 'ok', seconds: 1 }] },
    engine: { date: '2026-01-01', steps: [{ step: 'install', status: 'ok', seconds: 1 }] },
  },
  two: {
    versions: [],
    native: {
      date: '2026-01-01',
      steps: [
        { step: 'install', status: 'ok', seconds: 1 },
        { step: 'edit', status: 'fails', seconds: 1, said: 'x' },
      ],
    },
    engine: {
      date: '2026-01-01',
      steps: [{ step: 'install', status: 'fails', seconds: 1, said: 'at f\nError: a | <b> `c`\nexit code 1' }],
    },
  },
};

describe('the table', () => {
  it('has a row for each project, counts them, and says where one fails and with what', () => {
    expect(strangersTable(['one', 'two', 'three'], RESULTS).split('\n')).toEqual([
      '3 projects: as native 1, fails otherwise 1, not run 1.',
      '',
      '| project | versions | native Node does | the engine | |',
      '|---|---|---|---|---|',
      '| one | vite 8.0.0 | install | as native |  |',
      "| two |  | install, ~~edit~~ | **fails otherwise** | install: Error: a \\| &lt;b> 'c' |",
      '',
      'Not run yet: three.',
    ]);
  });

  it('takes a further run of one project and leaves the others as they are', () => {
    const after = withRun(RESULTS, { name: 'two', where: 'engine', date: '2026-02-02', steps: [] });
    expect(after.one).toBe(RESULTS.one);
    expect(after.two?.native).toBe(RESULTS.two?.native);
    expect(after.two?.engine).toEqual({ date: '2026-02-02', steps: [] });
  });
});

describe('the rotation', () => {
  it('takes others every day until all have had their turn', () => {
    const items = ['a', 'b', 'c', 'd', 'e'];
    const days = [0, 1, 2].map((day) => rotation(items, 2, new Date(day * 86_400_000)));
    expect(days).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'a'],
    ]);
    expect(rotation(items, 9, new Date(0))).toHaveLength(5);
  });
});
