import { expect, test } from 'vitest';
import type { JsonValue } from '../protocol/message.ts';
import { type ToolCall, toolCallSchema } from '../protocol/tool-call.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { lastSeenChange } from './last-seen-change.ts';

const clock = { now: () => 0, sleep: async () => undefined };

function waiting(toolName: string, input: JsonValue): ToolCall {
  return toolCallSchema.parse({ toolCallId: 'a', stepId: 's', toolName, input, status: 'scheduled' });
}

const seen = (files: Record<string, string>, toolName: string, input: JsonValue) =>
  lastSeenChange(waiting(toolName, input), { tools, clock, workspace: new MemoryWorkspace(files) });

const edit = (find: string, replace: string) => ({ path: 'a.txt', edits: [{ find, replace }] });

test('a change is shown against the file as last seen', async () => {
  expect(await seen({ 'a.txt': 'one\ntwo\n' }, TOOL_NAMES.editFile, edit('two', 'three'))).toEqual({
    path: 'a.txt',
    before: 'one\ntwo\n',
    after: 'one\nthree\n',
  });
  expect(await seen({ 'a.txt': 'old' }, TOOL_NAMES.writeFile, { path: 'a.txt', content: 'new' })).toEqual({
    path: 'a.txt',
    before: 'old',
    after: 'new',
  });
});

test('one that fits no file of the journal is shown by its own words', async () => {
  const said = { path: 'a.txt', before: 'two', after: 'three' };
  expect(await seen({}, TOOL_NAMES.editFile, edit('two', 'three'))).toEqual(said);
  expect(await seen({ 'a.txt': 'changed meanwhile' }, TOOL_NAMES.editFile, edit('two', 'three'))).toEqual(said);
  expect(await seen({ 'a.txt/b': '' }, TOOL_NAMES.writeFile, { path: 'a.txt', content: 'new' })).toEqual({
    path: 'a.txt',
    before: '',
    after: 'new',
  });
});

test('what is no text, or no change at all, is not shown as one', async () => {
  expect(await seen({}, TOOL_NAMES.runCommand, { command: 'ls' })).toBeNull();
  expect(await seen({}, TOOL_NAMES.editFile, { path: 'a.txt' })).toBeNull();
  expect(await seen({}, 'server__tool', {})).toBeNull();
});
