import { expect, test, vi } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { DirectoryEntry, WorkspacePath } from '../runtime/types.ts';
import { findFilesTool } from './find-files.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const FILES = {
  '.gitignore': 'dist\n',
  '.env': 'KEY=1',
  'README.md': '',
  'dist/app.ts': '',
  'node_modules/lib/index.ts': '',
  'src/app.tsx': '',
  'src/app.test.ts': '',
  'src/routes/home.tsx': '',
  'src/routes/deep/[id].tsx': '',
};

async function find(input: object, files: Record<string, string> | MemoryWorkspace = FILES) {
  return outputOf(findFilesTool, input, toolContext(files));
}

test.each([
  ['*.tsx', ['src/app.tsx', 'src/routes/deep/[id].tsx', 'src/routes/home.tsx']],
  ['**/*.test.ts', ['src/app.test.ts']],
  ['src/*.{ts,tsx}', ['src/app.test.ts', 'src/app.tsx']],
  ['routes', ['src/routes/deep/[id].tsx', 'src/routes/home.tsx']],
  ['\\[id\\].tsx', ['src/routes/deep/[id].tsx']],
  ['*.md, .env', ['.env', 'README.md']],
])('%s finds what fits, and nothing that is ignored', async (pattern, files) => {
  expect(await find({ pattern })).toEqual({ pattern, fileCount: files.length, files });
});

test('a glob may be relative to the folder or to the root', async () => {
  for (const pattern of ['routes/*.tsx', 'src/routes/*.tsx'])
    expect(await find({ pattern, path: 'src' }), pattern).toMatchObject({ files: ['src/routes/home.tsx'] });
  expect(await find({ pattern: '*.tsx', path: 'src/routes' })).toMatchObject({ fileCount: 2 });
});

test('an ignored folder is looked into where the call names it', async () => {
  expect(await find({ pattern: '*.ts', path: 'node_modules/lib' })).toMatchObject({ files: ['node_modules/lib/index.ts'] });
  expect(await find({ pattern: 'index.ts' })).toMatchObject({ files: [], note: 'No file fits. Ignored folders were not looked into.' });
});

test.each(['../*.ts', '/etc/*', '/src/*.ts', '~/x', 'C:\\x\\*.ts', 'src/../../x', 'file:///etc/*', 'src\\*.ts'])(
  'a pattern of another place is refused with what to write instead: %s',
  async (pattern) => {
    expect(await failureOf(findFilesTool, { pattern }, toolContext(FILES))).toMatchObject({ code: 'bad_arguments' });
  },
);

test('a folder that is none, a file, and one outside are refused', async () => {
  const context = toolContext(FILES);
  expect(await failureOf(findFilesTool, { pattern: '*', path: 'none' }, context)).toMatchObject({ code: 'not_found' });
  expect(await failureOf(findFilesTool, { pattern: '*', path: 'README.md' }, context)).toMatchObject({ code: 'failed' });
  expect(await failureOf(findFilesTool, { pattern: '*', path: '../x' }, context)).toMatchObject({ code: 'outside_project' });
});

test('no link is followed, neither on the way nor as the folder', async () => {
  class Linked extends MemoryWorkspace {
    override async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
      const entries = await super.readDirectory(path);
      return entries.map((entry) => (entry.name === 'src' ? { ...entry, kind: 'file', isLink: true } : entry));
    }
  }
  expect(await find({ pattern: '*.tsx' }, new Linked(FILES))).toMatchObject({ files: [] });
  expect(await failureOf(findFilesTool, { pattern: '*', path: 'src' }, toolContext(new Linked(FILES)))).toMatchObject({
    code: 'outside_project',
  });
});

test('more than the limit is cut, and said', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`f/${index}.txt`, '']));
  expect(await find({ pattern: '*.txt', maxResults: 5_000 }, files)).toMatchObject({
    fileCount: 1_000,
    truncated: true,
    note: 'There are more than the 1000 shown; narrow pattern or path.',
  });
  expect(await find({ pattern: '*.txt', maxResults: 1_500 }, { 'a.txt': '' })).not.toHaveProperty('truncated');
});

test.each([
  ['braces that multiply', '{a,b}'.repeat(60)],
  ['hundreds of alternatives', `{${'c,'.repeat(190)}b}`],
  ['stars that could match in many ways', `${'*a'.repeat(150)}b`],
  ['folders that could match in many ways', `${'**/'.repeat(120)}b`],
  ['braces that are never closed', '{'.repeat(390)],
])('%s cost next to nothing', async (_what, pattern) => {
  const name = 'a'.repeat(200);
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${'a/'.repeat(20)}${index}${name}`, '']));
  expect(await find({ pattern }, files)).toMatchObject({ files: [], note: 'No file fits. Ignored folders were not looked into.' });
});

test('a walk that takes too long gives up and says so', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
  expect(await find({ pattern: '*' })).toMatchObject({ truncated: true, note: expect.stringContaining('too large to look through') });
});
