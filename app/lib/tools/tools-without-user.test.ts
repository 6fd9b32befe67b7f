import { expect, test } from 'vitest';
import { decide } from '../agent/policy/decide.ts';
import { buildSystemPrompt } from '../agent/prompts/build-system-prompt.ts';
import { policyContext } from '../agent/testing/policy-context.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toolsWith } from './index.ts';
import { memoryTool } from './memory.ts';
import { toolContext } from './testing/run-tool.ts';

test('where there is no user, no model is offered or told of what would always be denied', () => {
  const { tools, get } = toolsWith({}, { hasUser: false });
  const names = tools.map(({ name }) => name);
  expect(names).not.toContain('devonz_memory');
  // Without the port that an unattended run has only for allowed hosts.
  expect(names).not.toContain('devonz_fetch_url');
  expect(get('devonz_memory')).toBeUndefined();
  // Questions are answered, but a model needs no description of how to ask nobody.
  expect(tools.find(({ name }) => name === 'devonz_ask_user')?.rare).toBeDefined();
  expect(names).toEqual(expect.arrayContaining(['devonz_ask_user', 'devonz_run_command']));
  expect(toolsWith({}).get('devonz_memory')).toBeDefined();
  const prompt = buildSystemPrompt({ mode: 'agent', tools, rules: [], limits: [] });
  expect(prompt).not.toMatch(/devonz_memory|devonz_fetch_url/);
});

test('a note asks whatever the settings allow', async () => {
  const plan = await memoryTool.plan({ action: 'add', fact: 'It works.' }, toolContext(new MemoryWorkspace()));
  if (!plan.ok) throw new Error('It has no plan.');
  const allowed = policyContext({ autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true });
  expect(decide(plan.intent, allowed).verdict).toBe('ask');
});
