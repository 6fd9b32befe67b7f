import { expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/json-value.ts';
import { TOOL_REGISTRY } from '../index.ts';
import { liveFileOf } from './live-file.ts';

function problemOf(tool: string, input: Record<string, JsonValue>): string | null {
  return (TOOL_REGISTRY.get(tool) ?? expect.unreachable(tool)).problemOf(input);
}

test.each<[string, Record<string, JsonValue>, string]>([
  ['devonz_search_code', { query: 'x', maxResult: 5 }, 'There is no field "maxResult"; "maxResults" was meant'],
  ['devonz_list_directory', { path: '/', recursiv: true }, 'There is no field "recursiv"; "recursive" was meant'],
  ['devonz_read_file', { pth: 'a' }, 'path is missing (string). There is no field "pth"'],
  ['devonz_read_file', { where: 'a' }, 'There is no field "where". The fields of devonz_read_file are: path, startLine, endLine'],
  ['devonz_read_file', { path: 'a', file_path: 'b' }, '"file_path" and "path" mean the same and differ'],
  ['devonz_search_code', { query: 'x', pattern: '*.ts' }, '"pattern" and "query" mean the same and differ'],
  ['devonz_run_command', { command: 'a', timout: 5 }, '"timeout" was meant'],
])('%s with %j names the field that was meant', (tool, input, said) => {
  expect(problemOf(tool, input)).toContain(said);
});

test.each<[string, Record<string, JsonValue>]>([
  ['devonz_read_file', { path: 'a', should_read_entire_file: true }],
  ['devonz_run_command', { command: 'a', requires_approval: false }],
  ['devonz_search_code', { query: 'x', '-n': true }],
])('%s with %j is right: the field resembles none of its own and changes nothing', (tool, input) => {
  expect(problemOf(tool, input)).toBeNull();
});

test('the file that a call is about to write is seen while its arguments come, by whatever names', () => {
  const live = (name: string, fields: Record<string, string>) => liveFileOf(name, fields, TOOL_REGISTRY);
  const file = { path: 'a', content: 'half' };
  expect(live('devonz_write_file', { path: 'a', content: 'half' })).toEqual(file);
  expect(live('Write', { file_path: 'a', content: 'half' })).toEqual(file);
  expect(live('str_replace_editor', { command: 'create', path: 'a', file_text: 'half' })).toEqual(file);
  expect(live('str_replace_editor', { command: 'view', path: 'a' })).toBeNull();
  expect(live('devonz_write_file', { path: 'a' })).toBeNull();
});

test.each<[string, Record<string, JsonValue>, string | null]>([
  [
    'devonz_read_file',
    { path: 'a', show_line_numbers: true },
    'Ignored: no field `show_line_numbers`; the fields are path, startLine, endLine, numbered.',
  ],
  ['devonz_list_directory', { path: 'a', recursive_depth: 2 }, 'Ignored: no field `recursive_depth`; did you mean `recursive`?'],
  ['devonz_read_file', { path: 'a', should_read_entire_file: true }, null],
  ['devonz_run_command', { command: 'a', requires_approval: false, is_background: false }, null],
  ['devonz_search_code', { query: 'x', '-n': true }, null],
  ['devonz_read_file', { path: 'a' }, null],
])('a result of %s with %j names what it was made without', (tool, input, said) => {
  const text = (TOOL_REGISTRY.get(tool) ?? expect.unreachable(tool)).print({ done: 1 }, input);
  expect(text.split('\n').find((line) => line.startsWith('Ignored')) ?? null).toBe(said);
});
