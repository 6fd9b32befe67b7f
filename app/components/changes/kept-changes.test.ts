import { afterEach, expect, test } from 'vitest';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';
import { countsOf, forgetKept, keepChanges, keysOf } from './kept-changes.ts';

afterEach(() => $keptChanges.set(new Set()));

const change = (after: string, path = 'a.ts'): FileChange => ({ path, kind: 'modified', before: 'one\n1\n2\n3\n4\ntwo\n', after });
const reviewed = (file: FileChange) => keysOf(file).map((key) => $keptChanges.get().has(key));

test('what was kept is to be reviewed again when its lines change, and only that', () => {
  keepChanges(keysOf(change('ONE\n1\n2\n3\n4\nTWO\n')));
  expect(reviewed(change('ONE\n1\n2\n3\n4\nTWO\n'))).toEqual([true, true]);
  expect(reviewed(change('ONE\n1\n2\n3\n4\nthree\n'))).toEqual([true, false]);
  // Another hunk appears above it; a hunk is identified by its lines and not by its position.
  expect(reviewed(change('ONE\nmore\n1\n2\n3\n4\nTWO\n'))).toEqual([false, true]);
  expect(reviewed(change('ONE\n1\n2\n3\n4\nTWO\n', 'b.ts'))).toEqual([false, false]);
});

test('a file that was made is kept as a whole, and can be forgotten', () => {
  const made: FileChange = { path: 'new.ts', kind: 'added', before: '', after: 'x\ny\n' };
  expect(countsOf(made)).toEqual({ added: 2, removed: 0 });
  keepChanges(keysOf(made));
  expect(reviewed(made)).toEqual([true]);
  forgetKept(keysOf(made));
  expect(reviewed(made)).toEqual([false]);
});
