import { expect, test } from 'vitest';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { ReviewedFile } from '../use-reviewed-files.ts';
import { changeSteps } from './change-places.ts';

function file(path: string, changes: number): ReviewedFile {
  const change: FileChange = { path, kind: 'modified', before: 'a', after: 'b' };
  return { change, counts: { added: 1, removed: 1 }, keys: Array.from({ length: changes }, (_, at) => `${path} ${at}`), kept: 0 };
}
const FILES = [file('a.ts', 2), file('b.ts', 1), file('c.ts', 3)];

test('from the last change of a file the way leads to the next file, and back', () => {
  const steps = changeSteps(FILES, 'b.ts', { path: 'b.ts', index: 0 });
  expect(steps).toEqual({ at: 2, count: 6, previous: { path: 'a.ts', index: 1 }, next: { path: 'c.ts', index: 0 } });
});

test('it begins at the file that the user is at, wherever the last one was', () => {
  const none = { at: -1, count: 6 };
  expect(changeSteps(FILES, 'a.ts', null)).toEqual({ ...none, previous: null, next: { path: 'a.ts', index: 0 } });
  const elsewhere = changeSteps(FILES, 'c.ts', { path: 'a.ts', index: 0 });
  expect(elsewhere).toEqual({ ...none, previous: { path: 'b.ts', index: 0 }, next: { path: 'c.ts', index: 0 } });
});

test('it ends at the last change, also when there are fewer than before, and there is none without files', () => {
  expect(changeSteps(FILES, 'c.ts', { path: 'c.ts', index: 7 })).toMatchObject({ at: 5, next: null });
  expect(changeSteps([], null, null)).toEqual({ at: -1, count: 0, previous: null, next: null });
});
