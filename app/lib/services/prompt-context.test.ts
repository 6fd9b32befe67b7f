import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { DirectoryEntry, WorkspacePath } from '../runtime/types.ts';
import { createPromptContext } from './prompt-context.ts';

const FILES = { 'AGENTS.md': 'Use tabs.', '.devonz/rules.md': 'Be brief.' };

test('the rules files of the project are read anew for each step [W17, E4]', async () => {
  const { rules } = await createPromptContext(new MemoryWorkspace(FILES))();
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
  const { rules } = await createPromptContext(new LinkedWorkspace(FILES))();
  expect(rules.map(({ path }) => path)).toEqual(['.devonz/rules.md']);
});
