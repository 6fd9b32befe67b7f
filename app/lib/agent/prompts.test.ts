import { expect, test } from 'vitest';
import { TOOLS } from '../tools/index.ts';
import { buildSystemPrompt, RUNTIME_LIMITS } from './prompts.ts';

const parts = { mode: 'agent' as const, tools: TOOLS, limits: RUNTIME_LIMITS, rules: [] };

test('the whole prompt of agent mode', () => {
  expect(buildSystemPrompt({ ...parts, rules: [{ path: 'AGENTS.md', text: 'Use tabs.\n' }] })).toMatchSnapshot();
});

test('names every tool that is offered and no other [B18, E3]', () => {
  const prompt = buildSystemPrompt({ ...parts, tools: TOOLS.slice(0, 2) });
  expect(prompt).toContain('- devonz_write_file:');
  expect(prompt).not.toContain('- devonz_run_command:');
});

test('chat mode speaks of no tools, plan mode says that nothing may be written', () => {
  expect(buildSystemPrompt({ ...parts, mode: 'chat', tools: [] })).not.toContain('Your tools');
  expect(buildSystemPrompt({ ...parts, mode: 'plan' })).toContain('neither write nor run');
});

test('rules stay in every mode, and a long file is cut and says so [W17]', () => {
  for (const mode of ['agent', 'plan', 'chat'] as const) {
    expect(buildSystemPrompt({ ...parts, mode, rules: [{ path: 'AGENTS.md', text: 'Use tabs.' }] })).toContain('Use tabs.');
  }
  expect(buildSystemPrompt({ ...parts, rules: [{ path: 'R', text: 'x'.repeat(40_000) }] })).toContain(
    '[cut: the first 30000 of 40000 characters]',
  );
});

test('only its end changes when the limit comes near', () => {
  const before = buildSystemPrompt(parts);
  expect(buildSystemPrompt({ ...parts, remainingIterations: 3 }).startsWith(before)).toBe(true);
});
