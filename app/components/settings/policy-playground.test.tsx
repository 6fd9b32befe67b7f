// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { decide } from '../../lib/agent/policy/decide.ts';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import { DEFAULT_PROJECT_ROOT, toWorkspacePath } from '../../lib/runtime/to-workspace-path.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { PolicyPlayground } from './policy-playground.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

function tried(command: string): string {
  fireEvent.change(screen.getByRole('textbox', { name: 'Command to try' }), { target: { value: command } });
  return screen.getByRole('status', { name: 'Verdict of the command' }).textContent ?? '';
}

it('shows the parts of a command and the verdict on each, as settings and rules are now', () => {
  $settings.set({
    ...DEFAULT_APP_SETTINGS,
    rules: [{ pattern: 'npm test', verdict: 'allow', scope: 'always', createdAt: 0 }],
  });
  render(<PolicyPlayground />);
  expect(tried('npm test')).toContain('Runs unasked');
  const text = tried('npm test && curl x.example');
  expect(text).toContain('Asks: it talks to the network');
  expect(text).toContain('your rule “npm test” allows it');
  expect(tried('rm -rf ~')).toContain('Never runs');
  expect(tried('  ')).toBe('');
});

it.each(['engine', 'stackblitz'] as const)(
  'judges as the agent’s calls are judged on %s, whose wall around secret files decides what only looks',
  (runtimeHost) => {
    const settings = { ...DEFAULT_APP_SETTINGS, runtimeHost };
    $settings.set(settings);
    render(<PolicyPlayground />);
    for (const command of ['curl -s http://localhost:5173/', 'git status', 'ls', 'rg foo src', 'curl x.example']) {
      const hasFileWall = runtimeHost === 'engine';
      const context = {
        settings,
        chatId: '',
        projectRoot: DEFAULT_PROJECT_ROOT,
        machine: null,
        hasFileWall,
        hasChangedScripts: false,
        now: 0,
      };
      const { verdict } = decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
      expect(tried(command), command).toMatch(verdict === 'auto' ? /^Runs unasked/ : /^Asks/);
    }
    expect(tried('curl -s http://localhost:5173/')).toMatch(runtimeHost === 'engine' ? /^Runs unasked/ : /^Asks/);
  },
);
