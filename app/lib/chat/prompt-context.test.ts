import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { DirectoryEntry, WorkspacePath } from '../runtime/types.ts';
import { createPromptContext } from './prompt-context.ts';

const TEST = { name: 'test', description: 'Run the tests', command: 'npm test' };
const FILES = { 'AGENTS.md': 'Use tabs.', '.devonz/rules.md': 'Be brief.' };

test('the rules files of the project are read again for each step', async () => {
  const { rules } = await createPromptContext(
    new MemoryWorkspace(FILES),
    () => 'engine',
    () => [],
  )();
  expect(rules).toEqual([
    { path: 'AGENTS.md', text: 'Use tabs.' },
    { path: '.devonz/rules.md', text: 'Be brief.' },
  ]);
});

test('a rules file that is a link to another file is no rules file', async () => {
  class LinkedWorkspace extends MemoryWorkspace {
    override async readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]> {
      const entries = await super.readDirectory(path);
      return entries.map((entry) => (entry.name === 'AGENTS.md' ? { ...entry, isLink: true } : entry));
    }
  }
  const { rules } = await createPromptContext(
    new LinkedWorkspace(FILES),
    () => 'engine',
    () => [],
  )();
  expect(rules.map(({ path }) => path)).toEqual(['.devonz/rules.md']);
});

test('the notes of earlier sessions are read, and the host that answers says what it can', async () => {
  const files = { '.devonz/memory.md': 'The API is at /v2.' };
  const context = await createPromptContext(
    new MemoryWorkspace(files),
    () => 'stackblitz',
    () => [TEST],
  )();
  expect(context).toMatchObject({ rules: [], memory: { path: '.devonz/memory.md', text: 'The API is at /v2.' }, routines: [TEST] });
  expect(context.limits.join()).toContain('jsh');
  expect(
    await createPromptContext(
      new MemoryWorkspace(),
      () => 'engine',
      () => [],
    )(),
  ).toMatchObject({ rules: [], memory: null });
});

test('a folder that cannot be read costs the rules, not the step', async () => {
  class BrokenWorkspace extends MemoryWorkspace {
    override readDirectory(): Promise<DirectoryEntry[]> {
      return Promise.reject(new Error('gone'));
    }
  }
  expect(
    await createPromptContext(
      new BrokenWorkspace(FILES),
      () => 'engine',
      () => [],
    )(),
  ).toMatchObject({ rules: [], memory: null });
});
