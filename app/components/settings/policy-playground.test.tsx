// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
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
