import { expect, test } from 'vitest';
import { toWorkspacePath } from './to-workspace-path.ts';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['/src/a.ts', 'src/a.ts'],
  ['/home/project/src/a.ts', 'src/a.ts'],
  ['src/../b', 'b'],
  ['', ''],
  ['grüße/日本.txt', 'grüße/日本.txt'],
  // An emoji made of several is joined by a character that does not show and deceives nobody.
  ['👩\u200d💻.md', '👩\u200d💻.md'],
])('%j is %j', (text, path) => {
  expect(toWorkspacePath(text)).toBe(path);
});

test.each(['../x', 'a/../../x', 'a\u0000b', 'a\nb', 'src/\u202egnp.ts', '.\u200benv', 'a\u2028b', 'x'.repeat(5_000)])(
  '%j is no path',
  (text) => {
    expect(toWorkspacePath(text)).toBeNull();
  },
);
