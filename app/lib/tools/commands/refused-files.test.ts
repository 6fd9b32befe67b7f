import { expect, test } from 'vitest';
import { refusedResult } from './refused-files.ts';

const write = (path: string) => ({ path, access: 'write' as const });

test('an install that could not write npm’s cache, because another program runs beside it, should run alone', () => {
  const { refused } = refusedResult([write('/home/.npm/_staging/12'), write('/home/.npm/_staging/13')]);
  expect(refused?.write).toEqual(['/home/.npm']);
  expect(refused?.note).toContain('npm may write its cache if the install is a command of its own: run it alone first.');
});

test('other files that were refused say nothing about npm', () => {
  const { refused } = refusedResult([write('.github/a.yml'), { path: '.env', access: 'read' }]);
  expect(refused?.note).not.toContain('npm');
  expect(refusedResult([])).toEqual({});
});
