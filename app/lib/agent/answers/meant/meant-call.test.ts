import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../protocol/json-value.ts';
import { EDIT_NAMES, TRAINED_NAMES } from '../../../protocol/trained/trained-names.ts';
import { TOOLS } from '../../../tools/index.ts';
import { meantCall } from './meant-call.ts';

type Input = Record<string, JsonValue>;

const read = (name: string, input: Input) => {
  const { toolName, input: fields, readings } = meantCall(name, input, TOOLS);
  return { toolName, input: fields, isRead: readings.length > 0 };
};
const list = (names: string) => names.split(' ').filter((name) => name !== '');
/** The same name in other products' spelling. */
const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const ROWS = Object.entries(TRAINED_NAMES).flatMap(([tool, { fields }]) =>
  Object.entries(fields).flatMap(([field, names]) => list(names).map((name) => [tool, name, field] as const)),
);

test.each(ROWS)('%s takes %s as %s', (tool, name, field) => {
  const value = field === 'maxDepth' || field === 'maxResults' ? 3 : 'x';
  for (const spelt of [name, camel(name), name.toUpperCase()]) {
    expect(meantCall(tool, { [spelt]: value }, TOOLS)).toMatchObject({
      toolName: tool,
      input: { [field]: value },
      readings: [`${spelt} → ${field}`],
    });
  }
  // An existing field is not replaced, unless both values are equal.
  expect(read(tool, { [field]: 'other', [name]: 'x' })).toMatchObject({ input: { [field]: 'other', [name]: 'x' } });
  expect(read(tool, { [field]: value, [name]: value }).input).toEqual({ [field]: value });
});

test('each row names a field that the tool has, and no name is taken twice', () => {
  for (const [tool, { fields }] of Object.entries(TRAINED_NAMES)) {
    const definition = TOOLS.find(({ name }) => name === tool) ?? expect.unreachable(tool);
    const names = Object.values(fields).flatMap(list);
    expect(new Set(names).size, tool).toBe(names.length);
    const own = meantCall(tool, Object.fromEntries(Object.keys(fields).map((field) => [field, 'x'])), [definition]).input;
    for (const field of Object.keys(fields)) expect(Object.keys(own), `${tool} ${field}`).toContain(field);
    expect(definition.problemOf({})?.split('are: ')[1] ?? '', tool).not.toContain('undefined');
  }
});

test.each<readonly [string, string]>([
  ...Object.entries(TRAINED_NAMES).flatMap(([own, { tool }]) => list(tool).map((name) => [name, own] as const)),
  ...TOOLS.map(({ name }) => [name.replace('devonz_', ''), name] as const),
  ['Bash', 'devonz_run_command'],
  ['Read', 'devonz_read_file'],
  ['MultiEdit', 'devonz_edit_file'],
  ['LS', 'devonz_list_directory'],
  ['ReadFile', 'devonz_read_file'],
  ['functions.read_file', 'devonz_read_file'],
  ['default_api.devonz_read_file', 'devonz_read_file'],
  ['devonz-read-file', 'devonz_read_file'],
])('the tool %s is %s', (name, own) => {
  expect(read(name, {})).toMatchObject({ toolName: own, isRead: true });
});

test.each(['open', 'view', 'execute', 'code', 'constructor', '__proto__', 'mcp_x__read_file', 'str_replace_editor', ''])(
  '%j means no tool',
  (name) => {
    expect(read(name, { path: 'a' })).toEqual({ toolName: name, input: { path: 'a' }, isRead: false });
  },
);

test('a tool that is not there is not meant, and one of another server keeps its words', () => {
  expect(meantCall('read_file', { file_path: 'a' }, []).toolName).toBe('read_file');
  const foreign = { server: 's', inputSchema: { type: 'object' as const }, isAllowed: true };
  const [first] = TOOLS;
  const tool = { ...(first ?? expect.unreachable()), name: 'mcp_s__read', foreign };
  expect(meantCall('mcp_s__read', { file_path: 'a' }, [tool]).input).toEqual({ file_path: 'a' });
});

test.each<[string, string, Input, string, Input]>([
  [
    'the editor of one tool looks',
    'str_replace_editor',
    { command: 'view', path: 'a', view_range: [2, 4] },
    'devonz_read_file',
    { path: 'a', startLine: 2, endLine: 4 },
  ],
  [
    'to the end',
    'str_replace_based_edit_tool',
    { command: 'view', path: 'a', view_range: [2, -1] },
    'devonz_read_file',
    { path: 'a', startLine: 2 },
  ],
  ['it creates', 'str_replace_editor', { command: 'create', path: 'a', file_text: 'x' }, 'devonz_write_file', { path: 'a', content: 'x' }],
  [
    'it replaces',
    'str_replace_editor',
    { command: 'str_replace', path: 'a', old_str: 'x', new_str: 'y' },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x', replace: 'y' }] },
  ],
  [
    'lines as text',
    'devonz_read_file',
    { path: 'a', startLine: '1', endLine: '2' },
    'devonz_read_file',
    { path: 'a', startLine: 1, endLine: 2 },
  ],
  ['null for what is not meant', 'devonz_read_file', { path: 'a', startLine: null }, 'devonz_read_file', { path: 'a' }],
  [
    'offset and limit hold what either count means',
    'Read',
    { file_path: 'a', offset: 10, limit: 5 },
    'devonz_read_file',
    { path: 'a', startLine: 10, endLine: 15 },
  ],
  ['a limit alone', 'Read', { file_path: 'a', limit: 5 }, 'devonz_read_file', { path: 'a', startLine: 1, endLine: 5 }],
  ['an offset alone', 'Read', { file_path: 'a', offset: 3 }, 'devonz_read_file', { path: 'a', startLine: 3 }],
  [
    'an edit beside the path',
    'Edit',
    { file_path: 'a', old_string: 'x', new_string: '', replace_all: true },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x', replace: '', all: true }] },
  ],
  [
    'edits as text',
    'devonz_edit_file',
    { path: 'a', edits: '[{"old_string":"x","new_string":"y"}]' },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x', replace: 'y' }] },
  ],
  [
    'one edit that is no list',
    'devonz_edit_file',
    { path: 'a', edits: { find: 'x', replace: 'y' } },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x', replace: 'y' }] },
  ],
  [
    'a diff of the file',
    'devonz_edit_file',
    { path: 'a', diff: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n' },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x\ny', replace: 'x\nz' }] },
  ],
  [
    'hunks without names',
    'devonz_edit_file',
    { path: 'a', diff: '@@ -1,2 +1,2 @@\n x\n-y\n+z' },
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x\ny', replace: 'x\nz' }] },
  ],
  [
    'a line for a shell',
    'shell',
    { command: ['bash', '-lc', 'npm test'], workdir: 'a', timeout_ms: 10 },
    'devonz_run_command',
    { command: 'npm test', cwd: 'a', timeout: 10 },
  ],
  [
    'a line that would last',
    'shell',
    { command: ['bash', '-lc', 'cd a && npm test'] },
    'devonz_run_command',
    { command: "bash -lc 'cd a && npm test'" },
  ],
  ['a list of words', 'devonz_run_command', { command: ['git', 'log', "it's"] }, 'devonz_run_command', { command: "git log 'it'\\''s'" }],
  ['a truth as text', 'LS', { path: '/', recursive: 'true' }, 'devonz_list_directory', { path: '/', recursive: true }],
])('%s', (_title, name, input, toolName, fields) => {
  expect(read(name, input)).toEqual({ toolName, input: fields, isRead: true });
});

describe('where a field could mean two things it is left as it is', () => {
  test.each<[string, Input]>([
    ['devonz_read_file', { path: 'a', startLine: 1, offset: 5 }],
    ['devonz_read_file', { path: 'a', offset: -5 }],
    ['devonz_read_file', { path: 'a', view_range: [1] }],
    ['devonz_read_file', { file_path: 'a', filename: 'b' }],
    ['devonz_search_code', { query: 'x', pattern: '*.ts' }],
    ['devonz_edit_file', { path: 'a', edits: [{ find: 'x', replace: 'y' }], old_string: 'z', new_string: '' }],
    ['devonz_edit_file', { path: 'a', old_string: 'x' }],
    ['devonz_edit_file', { path: 'a', edits: [{ find: 'x', old_string: 'y', replace: '' }] }],
    ['devonz_edit_file', { path: 'a', diff: '@@ -1,0 +2 @@\n+z\n' }],
    ['devonz_edit_file', { path: 'a', diff: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n' }],
    ['devonz_run_command', { command: ['a', 1] }],
    ['devonz_run_command', { command: 'a', cmd: 'b' }],
    ['devonz_write_file', { path: 'a', content: { name: 'x' } }],
    ['devonz_apply_patch', { patch: 'change it' }],
    ['devonz_write_file', { path: 'a', content: '[1]' }],
    ['devonz_write_file', { path: 'a', content: '1' }],
  ])('%s %j', (tool, input) => {
    expect(read(tool, input)).toEqual({ toolName: tool, input, isRead: false });
  });
});

test('the names of an edit are taken, inside the list and beside the path', () => {
  for (const find of list(EDIT_NAMES.find ?? ''))
    for (const replace of list(EDIT_NAMES.replace ?? '')) {
      const wanted = { path: 'a', edits: [{ find: 'x', replace: 'y' }] };
      expect(read('devonz_edit_file', { path: 'a', [find]: 'x', [replace]: 'y' }).input).toEqual(wanted);
      expect(read('devonz_edit_file', { path: 'a', edits: [{ [camel(find)]: 'x', [camel(replace)]: 'y' }] }).input).toEqual(wanted);
    }
});

test('a unified diff is a patch: files that are changed, added, deleted and moved', () => {
  const diff = [
    'diff --git a/src/a.ts b/src/a.ts',
    'index 1..2 100644',
    '--- a/src/a.ts',
    '+++ b/src/a.ts\t2024-01-01',
    '@@ -1,3 +1,3 @@ function f() {',
    ' one',
    '--- two',
    '+++ three',
    ' four',
    '@@ -9 +9 @@',
    '-x',
    '+y',
    '\\ No newline at end of file',
    '--- /dev/null',
    '+++ b/new.ts',
    '@@ -0,0 +1,2 @@',
    '+n',
    '+',
    '--- a/old.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-o',
    '--- a/from.ts',
    '+++ b/to.ts',
    '@@ -1,2 +1,2 @@',
    ' k',
    '-l',
    '+m',
    '',
  ].join('\n');
  const patch = [
    '*** Begin Patch',
    '*** Update File: src/a.ts',
    '@@ function f() {',
    ' one',
    '--- two',
    '+++ three',
    ' four',
    '@@',
    '-x',
    '+y',
    '*** Add File: new.ts',
    '+n',
    '+',
    '*** Delete File: old.ts',
    '*** Update File: from.ts',
    '*** Move to: to.ts',
    '@@',
    ' k',
    '-l',
    '+m',
    '*** End Patch',
  ].join('\n');
  for (const field of ['patch', 'diff', 'input', 'unified_diff'])
    expect(read('devonz_apply_patch', { [field]: diff })).toEqual({ toolName: 'devonz_apply_patch', input: { patch }, isRead: true });
  expect(read('devonz_apply_patch', { patch })).toEqual({ toolName: 'devonz_apply_patch', input: { patch }, isRead: false });
});
