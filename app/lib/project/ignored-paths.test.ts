import { expect, test } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import { createIgnoredPaths } from './ignored-paths.ts';

/** Projects are given as texts by path; a text serves as its own hash. */
async function ignoredBy(now: Record<string, string>, before: Record<string, string>) {
  const hashes = (files: Record<string, string>) => new Map(Object.entries(files).map(([path, text]) => [path, text as ContentHash]));
  const paths = createIgnoredPaths({
    files: () => hashes(now),
    baseline: () => hashes(before),
    read: async (hash) => new TextEncoder().encode(hash),
  });
  await paths.refresh();
  return paths.isIgnored;
}

test('what .gitignore excludes is left out, in folders with rules of their own too', async () => {
  const rules = { '.gitignore': 'out/\n*.log\n', 'lib/.gitignore': 'made.ts\n' };
  const isIgnored = await ignoredBy(rules, rules);
  for (const path of ['out/a.js', 'out/deep/b.js', 'x.log', 'lib/made.ts']) expect(isIgnored(path), path).toBe(true);
  for (const path of ['src/a.ts', 'lib/kept.ts', 'made.ts', '.gitignore']) expect(isIgnored(path), path).toBe(false);
});

test('a rule written in the run hides no file that was there before', async () => {
  const isIgnored = await ignoredBy({ '.gitignore': 'src/\n' }, { 'src/a.ts': 'a' });
  expect(isIgnored('src/a.ts')).toBe(false);
  expect(isIgnored('src/new.ts')).toBe(true);
});

test('what may hold keys is listed whatever the rules say', async () => {
  const isIgnored = await ignoredBy({ '.gitignore': '.env*\n' }, { '.gitignore': '.env*\n' });
  expect(isIgnored('.env')).toBe(false);
  expect(isIgnored('.env.local')).toBe(false);
});
