import { describe, expect, it } from 'vitest';
import { countModules, firstErrorLine, outcomeOf, type Run, rate, scoreboardTable } from './scoreboard.ts';

const pass = { kind: 'pass' } as const;
const fail = { kind: 'fail', error: 'Error: no' } as const;
const run = (file: string, ends: Partial<Run>): Run => ({ file, notApplicable: null, native: pass, engine: pass, ...ends });

describe('the scoreboard of Node’s tests', () => {
  it('counts a test only when native Node passes it', () => {
    const counted = countModules([
      run('test-fs-a.js', {}),
      run('test-fs-b.js', { engine: fail }),
      run('test-fs-c.js', { native: fail, engine: null }),
      run('test-fs-d.js', { notApplicable: 'needs a compiled addon', native: null, engine: null }),
      run('test-tls-a.js', {}),
    ]);
    expect(counted).toEqual({
      fs: { pass: 1, fail: ['test-fs-b.js'], notApplicable: { 'fails on native Node 22 here': 1, 'needs a compiled addon': 1 } },
    });
    expect(rate(counted.fs ?? { pass: 0, fail: [] })).toBe(50);
  });

  it('counts a test that skips itself on the engine alone as failed', () => {
    const skipped = outcomeOf(0, 'noise\n1..0 # Skipped: missing crypto\n');
    expect(skipped).toEqual({ kind: 'skip' });
    expect(countModules([run('test-crypto-a.js', { engine: skipped })]).crypto).toMatchObject({ pass: 0, fail: ['test-crypto-a.js'] });
    expect(countModules([run('test-crypto-a.js', { native: skipped, engine: null })]).crypto).toMatchObject({ pass: 0, fail: [] });
  });

  it('shows the line that says why a test failed', () => {
    expect(firstErrorLine('node:assert:126\n  throw x;\n  ^\n\nTypeError [ERR_X]: no\n    at a')).toBe('TypeError [ERR_X]: no');
    expect(firstErrorLine('AssertionError [ERR_ASSERTION]: Expected values to be equal:\n\n1 !== 2\n')).toBe(
      'AssertionError [ERR_ASSERTION]: Expected values to be equal: ⏎ 1 !== 2',
    );
    expect(firstErrorLine('Mismatched f function calls. Expected exactly 1, actual 0.')).toContain('Mismatched f');
    expect(outcomeOf(7, '')).toEqual({ kind: 'fail', error: 'exit code 7' });
  });

  it('is a table with a line for each module and one for all', () => {
    const modules = countModules([run('test-fs-a.js', {}), run('test-fs-b.js', { engine: fail }), run('test-path.js', {})]);
    const table = scoreboardTable({ tests: '23.9.0', node: '22.1.0', modules }, { module: 60, overall: 80 });
    expect(table.split('\n').slice(4)).toEqual([
      '| fs | 1 | 1 | 50.0 % | 60 % |  |',
      '| path | 1 | 0 | 100.0 % | 60 % |  |',
      '| together | 2 | 1 | 66.6 % | 80 % | |',
    ]);
  });
});
