// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { allowRule } from '../../lib/agent/testing/allow-rule.ts';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { RuleList } from './rule-list.tsx';
import { ruleExamples, ruleFacts } from './rule-row.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

function show(rules: CommandRule[], sleeping: CommandRule[] = []) {
  $settings.set({ ...DEFAULT_APP_SETTINGS, rules });
  const actions = fakeActions({
    sleepingRules: async () => sleeping,
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
  });
  render(
    <ReadyWorkbench actions={actions}>
      <RuleList />
    </ReadyWorkbench>,
  );
  return within(screen.getByRole('list', { name: 'Rules' }));
}

it('says of a rule where it holds, how often it was of use, what it was made for and when it ends', () => {
  const facts = ruleFacts(
    allowRule('git log *', { uses: 2, lastUsedAt: 60_000, madeFor: 'git log -1', script: 'x', expiresAt: 2_000_000, scope: 'chat' }),
    180_000,
  );
  expect(facts.slice(0, 4)).toEqual([
    'In one chat',
    'used 2 times, last 2 min ago',
    'made for git log -1',
    'asks again when its script changes',
  ]);
  expect(facts[4]).toMatch(/^until /);
  expect(ruleFacts(allowRule('ls', { uses: 1, madeFor: 'ls' }), 0)).toEqual(['In every chat', 'used once']);
  expect(ruleFacts(allowRule('ls', { expiresAt: 1 }), 1)[2]).toMatch(/^ended /);
});

it('shows what has expired and what sleeps', async () => {
  const sleeper = allowRule('npm test', { script: 'test: a' });
  const list = show([allowRule('ls', { expiresAt: 1 }), sleeper, allowRule('git push *', { verdict: 'deny' })], [sleeper]);
  expect(list.getByText('Expired')).toBeTruthy();
  expect(await list.findByText(/Sleeps: its script in package.json changed/)).toBeTruthy();
  expect(list.getByText('Deny')).toBeTruthy();
});

it('makes a rule that ends after the days that were chosen', () => {
  show([]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Command of the rule' }), { target: { value: ' git push * ' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Verdict' }), { target: { value: 'deny' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Ends' }), { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add a rule' }));
  const [made] = $settings.get().rules;
  expect(made).toMatchObject({ pattern: 'git push *', verdict: 'deny', scope: 'always' });
  expect((made?.expiresAt ?? 0) - (made?.createdAt ?? 0)).toBe(7 * 86_400_000);
});

it('shows with each rule what it covers and what not, as the policy matches it', () => {
  expect(ruleExamples({ pattern: 'git log *', madeFor: 'git log -1' })).toEqual({
    covered: ['git log -1', 'git log'],
    left: ['git logx', 'git'],
  });
  expect(ruleExamples({ pattern: 'npm test' })).toEqual({ covered: ['npm test'], left: ['npm test --help', 'npm testx'] });
  expect(show([allowRule('npm test')]).getByRole('listitem').textContent).toContain('Covers npm test; not npm test --help, npm testx');
});
