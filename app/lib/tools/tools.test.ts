import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getToolDefinition, TOOLS } from './index.ts';

describe.each(TOOLS.map((tool) => ({ tool, name: tool.name })))('$name', ({ tool }) => {
  const schema = z.toJSONSchema(tool.schema, { io: 'input' }) as { properties: Record<string, { description?: string }> }; // zod types it loosely.

  test('has a name of ours and tells a model what it does', () => {
    expect(tool.name).toMatch(/^devonz_[a-z_]+$/);
    expect(tool.description.length).toBeGreaterThan(20);
  });

  test('describes every field', () => {
    for (const [field, { description }] of Object.entries(schema.properties)) expect(description, field).toBeTruthy();
  });

  test('takes a reasoning when it changes or runs something, and has the long content last', () => {
    const fields = Object.keys(schema.properties);
    expect(fields.includes('reasoning')).toBe(tool.kind === 'write' || tool.kind === 'command');
    if (fields.includes('content')) expect(fields.at(-1)).toBe('content');
    if (fields.includes('patch')) expect(fields.at(-1)).toBe('patch');
    if (tool.kind === 'write' && fields.includes('path')) expect(fields[0]).toBe('path');
  });
});

test('the parameters of the seed have its names and defaults', () => {
  const inputs: Record<string, unknown> = {
    devonz_read_file: { path: 'a', startLine: 1, endLine: 2 },
    devonz_write_file: { path: 'a', content: '' },
    devonz_list_directory: {},
    devonz_run_command: { command: 'ls' },
    devonz_get_errors: {},
    devonz_search_code: { query: 'x' },
  };
  const parsed = Object.entries(inputs).map(([name, input]) => [name, getToolDefinition(name)?.schema.parse(input)]);
  expect(Object.fromEntries(parsed)).toEqual({
    devonz_read_file: { path: 'a', startLine: 1, endLine: 2 },
    devonz_write_file: { path: 'a', content: '' },
    devonz_list_directory: { path: '/', recursive: false, maxDepth: 3 },
    devonz_run_command: { command: 'ls', timeout: 30_000 },
    devonz_get_errors: { source: 'all' },
    devonz_search_code: { query: 'x', path: '/', maxResults: 50 },
  });
});

test('words of the language are no tools', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) expect(getToolDefinition(name)).toBeUndefined();
});
