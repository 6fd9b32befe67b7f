// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { AgentBadge } from './agent-badge.tsx';
import { AgentToggle } from './agent-toggle.tsx';

const preferences = (motion: 'reduce' | 'no-preference') => {
  // happy-dom keeps its device's preferences on the window, which the browser's types do not know.
  const { happyDOM } = window as typeof window & { happyDOM: { settings: { device: { prefersReducedMotion: string } } } };
  happyDOM.settings.device.prefersReducedMotion = motion;
};

afterEach(() => {
  cleanup();
  preferences('no-preference');
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
});

function show() {
  const actions = fakeActions({ updateAgentSettings: (patch) => $settings.setKey('agent', { ...$settings.get().agent, ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <AgentToggle />
      <AgentBadge />
    </ReadyWorkbench>,
  );
}

const badge = () => screen.queryByText('AGENT');

describe('agent mode in the header', () => {
  it('is a toggle called ⚡ Agent that is lit while the agent is on, and switches it', () => {
    show();
    const toggle = screen.getByRole('button', { name: '⚡ Agent', pressed: true });
    expect(badge()).not.toBeNull();
    fireEvent.click(toggle);
    expect($settings.get().agent.enabled).toBe(false);
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    expect(badge()).toBeNull();
    fireEvent.click(toggle);
    expect($settings.get().agent.enabled).toBe(true);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
  });

  it('is a badge that pulses while the agent works', () => {
    show();
    expect(badge()?.dataset['pulse']).toBe('false');
    for (const status of ['thinking', 'executing', 'waiting_for_approval'] as const) {
      act(() => $chat.setKey('status', status));
      expect(badge()?.dataset['pulse']).toBe('true');
    }
    act(() => $chat.setKey('status', 'completed'));
    expect(badge()?.dataset['pulse']).toBe('false');
  });

  it('is a badge that does not pulse for users who want nothing to move', () => {
    preferences('reduce');
    show();
    act(() => $chat.setKey('status', 'thinking'));
    expect(badge()?.dataset['pulse']).toBe('false');
  });
});
