import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolDefinition } from '../../agent/contract/tool-definition.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { pathFilter } from '../../search/path-filter.ts';
import { TOOL_REGISTRY } from '../index.ts';
import { runTool, toolContext } from '../testing/run-tool.ts';

function toolOf(name: string): ToolDefinition {
  const tool = TOOL_REGISTRY.get(name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool;
}

const FILES = { 'src/a.ts': 'one\n', 'etc/passwd': 'mine\n', 'windows/x.txt': 'x\n' };
/** For each tool, an input with the path in place. */
const CALLS: readonly [string, (path: string) => Record<string, unknown>][] = [
  ['devonz_read_file', (path) => ({ path })],
  ['devonz_write_file', (path) => ({ path, content: 'new' })],
  ['devonz_edit_file', (path) => ({ path, edits: [{ find: 'one', replace: 'two' }] })],
  ['devonz_delete_file', (path) => ({ path })],
  ['devonz_rename_file', (path) => ({ path, newPath: 'elsewhere.ts' })],
  ['devonz_rename_file', (newPath) => ({ path: 'src/a.ts', newPath })],
  ['devonz_list_directory', (path) => ({ path })],
  ['devonz_search_code', (path) => ({ query: 'one', path })],
  ['devonz_search_code', (includePattern) => ({ query: 'one', includePattern })],
  ['devonz_search_code', (excludePattern) => ({ query: 'one', excludePattern })],
  ['devonz_run_command', (cwd) => ({ command: 'ls', cwd })],
];
const FOREIGN = [
  '/etc/passwd',
  'C:\\windows\\x.txt',
  'c:/windows/x.txt',
  '\\\\server\\x',
  'src\\a.ts',
  '~/x',
  'file:///etc/passwd',
  '../x',
  'src/../../x',
];

test.each(CALLS)('%s refuses a path of another place, with the path to write instead, and changes nothing', async (name, input) => {
  const tool = toolOf(name);
  for (const path of FOREIGN) {
    const workspace = new MemoryWorkspace(FILES);
    const given = input(path);
    for (const result of [await tool.plan(given, toolContext(workspace)), await runTool(tool, given, toolContext(workspace))]) {
      // A glob is only checked when the search runs.
      if (result?.ok === true && 'intent' in result && !('path' in given)) continue;
      expect(result, `${name} ${path}`).toMatchObject({ ok: false, message: expect.stringContaining('write `') });
    }
    expect(workspace.paths()).toEqual(Object.keys(FILES).sort());
    expect(workspace.writes).toEqual([]);
  }
});

test('an absolute path inside the project works in every tool', async () => {
  for (const [name, path] of [
    ['devonz_read_file', '/home/project/src/a.ts'],
    ['devonz_list_directory', '/home/project/src'],
  ] as const) {
    const result = await runTool(toolOf(name), { path }, toolContext(new MemoryWorkspace(FILES)));
    expect(result).toMatchObject({ ok: true });
  }
});

test('what is written like a folder is no file', async () => {
  const result = await runTool(toolOf('devonz_write_file'), { path: 'new/', content: '' }, toolContext());
  expect(result).toMatchObject({ ok: false, message: '`new/` is written like a folder; for a file write `new`.' });
});

test('whatever path is written to, only the file of that very name is made', async () => {
  const piece = fc.constantFrom('/', '\\', '..', '.', '~', 'C:', 'a', 'b', ' ', 'home/project', 'file://', 'é');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
      const path = pieces.join('');
      const workspace = new MemoryWorkspace();
      const result = await runTool(toolOf('devonz_write_file'), { path, content: 'x' }, toolContext(workspace));
      if (result?.ok !== true) {
        expect(workspace.paths()).toEqual([]);
        return;
      }
      const relative = path.startsWith('/home/project/') ? path.slice('/home/project/'.length) : path;
      expect(workspace.paths()).toEqual([
        relative
          .split('/')
          .filter((segment) => segment !== '' && segment !== '.')
          .join('/'),
      ]);
    }),
    { numRuns: 500 },
  );
});

test('globs are taken as they are written, or refused', () => {
  for (const glob of ['*.ts', 'src/**', './src/*', '**/*.{ts,tsx}', 'a\\[1\\].ts', '/\\.tsx?$/'])
    expect(typeof pathFilter(glob, null), glob).toBe('function');
  expect(pathFilter('/src/**', null)).toContain('write `src/**`');
  expect(pathFilter('/home/project/src/**', null)).toContain('write `src/**`');
  expect(pathFilter(null, 'src\\*.ts')).toContain('excludePattern is not valid: `src\\*.ts` has a backslash');
});
