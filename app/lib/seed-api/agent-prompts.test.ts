import { expect, test } from 'vitest';
import * as prompts from './agent-prompts.ts';

test('the seed’s prompt tells of errors and of the limit only where there are, with the number of steps where it is known', () => {
  const { getAgentSystemPrompt } = prompts;
  expect(getAgentSystemPrompt()).toBe(prompts.AGENT_SYSTEM_PROMPT);
  expect(getAgentSystemPrompt({ compact: true })).toBe(prompts.AGENT_SYSTEM_PROMPT_COMPACT);
  expect(prompts.AGENT_SYSTEM_PROMPT_COMPACT.length).toBeLessThan(prompts.AGENT_SYSTEM_PROMPT.length);
  expect(getAgentSystemPrompt({ hasErrors: true })).toContain(prompts.AGENT_ERROR_CONTEXT_PROMPT);
  expect(getAgentSystemPrompt({ nearIterationLimit: true, iteration: 24 })).toContain(prompts.AGENT_ITERATION_WARNING_PROMPT);
  expect(getAgentSystemPrompt({ nearIterationLimit: true, maxIterations: 25 })).toContain(prompts.AGENT_ITERATION_WARNING_PROMPT);
  expect(getAgentSystemPrompt({ nearIterationLimit: true, iteration: 22, maxIterations: 25 })).toContain('3 steps');
  expect(getAgentSystemPrompt({ nearIterationLimit: true, iteration: 30, maxIterations: 25 })).toContain('last step');
  expect(getAgentSystemPrompt({ iteration: 24, maxIterations: 25 })).toBe(prompts.AGENT_SYSTEM_PROMPT);
});

test('no number of steps is in the prompts: the limit is a setting', () => {
  for (const text of Object.values(prompts).filter((value) => typeof value === 'string')) expect(text).not.toMatch(/\b25\b/);
  expect(prompts.AGENT_MODE_FULL_SYSTEM_PROMPT()).toContain('/home/project');
});
