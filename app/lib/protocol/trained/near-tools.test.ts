import { expect, test } from 'vitest';
import { TOOL_NAMES } from '../tool-names.ts';
import { nearTools } from './near-tools.ts';
import { TRAINED_NAMES } from './trained-names.ts';

const TOOLS = [...new Set([...Object.values(TOOL_NAMES), ...Object.keys(TRAINED_NAMES)])];

test.each([
  ['devonz_edit', ['devonz_edit_file']],
  ['edit_file_lines', ['devonz_edit_file']],
  ['devonz_raed_file', ['devonz_read_file']],
  ['devonz_apply_diff', ['devonz_apply_patch']],
  ['devonz_run', ['devonz_run_command']],
  ['RunCommands', ['devonz_run_command']],
  ['search_for_code', ['devonz_search_code']],
  ['web_fetch_url', ['devonz_fetch_url']],
  ['devonz_plan', ['devonz_update_plan']],
  ['read_many_files', ['devonz_read_file']],
  ['codebase_search', ['devonz_search_code']],
  ['BashOutput', ['devonz_process']],
  ['TaskOutput', ['devonz_process']],
])('the tool that %s may mean', (name, tools) => {
  expect(nearTools(name, TOOLS).slice(0, 1)).toEqual(tools);
  expect(nearTools(name, TOOLS).length).toBeLessThanOrEqual(2);
});

test.each(['constructor', '__proto__', 'fly', '', 'devonz_', 'x'.repeat(100_000), 'click_element'])('no tool is near %s', (name) => {
  expect(nearTools(name, TOOLS)).toEqual([]);
});

test('only tools that are offered are named', () => {
  expect(nearTools('devonz_edit', ['devonz_read_file'])).toEqual([]);
  expect(nearTools('devonz_edit', [])).toEqual([]);
});
