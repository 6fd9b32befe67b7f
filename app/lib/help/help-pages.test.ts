import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpTool } from '../tools/help.ts';
import { outputOf, toolContext } from '../tools/testing/run-tool.ts';
import { createHelpPages } from './help-pages.ts';

/** Serves the files as the server does, below the root. */
const helpPages = createHelpPages(async (address) => readFileSync(`.${address.replace(/\?.*/, '')}`, 'utf8'));
const context = { ...toolContext(), help: helpPages };

test('the documents of the product are a folder that can be listed and read', async () => {
  expect(helpPages.list()).toEqual(expect.arrayContaining(['README.md', 'docs/agent.md', 'docs/policy.md', 'docs/using.md']));
  for (const page of helpPages.list()) expect(await helpPages.read(page), page).toMatch(/^# /);
  expect(await helpPages.read('package.json')).toBeNull();
  expect(await helpPages.read('constructor')).toBeNull();
});

test('how something is done in Devonz is on the page that the agent is given first', async () => {
  const { page, content } = (await outputOf(helpTool, {}, context)) as { page: string; content: string };
  expect(page).toBe('docs/using.md');
  expect(content).toContain('| take back what it did | `/undo`');
  expect(content).toContain('Maximum iterations');
});
