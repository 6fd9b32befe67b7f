// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { OverlayProvider, type SettingsTab } from '../page/overlay-context.tsx';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

function Dialog() {
  const [tab, setTab] = useState<SettingsTab>('agent');
  return <SettingsDialog tab={tab} onTabChange={setTab} onOpenChange={() => undefined} />;
}

function show() {
  const actions = fakeActions({
    lookAtOwnComputer: async () => undefined,
    updateAgentSettings: (patch) => $settings.setKey('agent', { ...$settings.get().agent, ...patch }),
    refreshConnections: async () => undefined,
    examine: async () => undefined,
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
  });
  render(
    <OverlayProvider>
      <ReadyWorkbench actions={actions}>
        <Dialog />
      </ReadyWorkbench>
    </OverlayProvider>,
  );
  return actions;
}

describe('the settings', () => {
  it('have the tabs of the contract', () => {
    show();
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names).toEqual([
      'Agent',
      'Models',
      'Cost',
      'Prompts',
      'MCP servers',
      'Runtime',
      'Appearance',
      'Data',
      'Shortcuts',
      'Diagnostics',
      'About',
    ]);
  });

  it('switch each of the agent’s settings, effective at once', () => {
    show();
    for (const name of ['Agent mode', 'Auto-approve new files', 'Auto-approve file changes', 'Auto-approve commands']) {
      fireEvent.click(screen.getByRole('switch', { name }));
    }
    expect($settings.get().agent).toEqual({
      enabled: false,
      autoApproveFileCreation: false,
      autoApproveFileModification: true,
      autoApproveCommands: true,
      maxIterations: 25,
    });
  });

  it('take a number of iterations from 1 to 200 and no other', () => {
    show();
    const field = screen.getByRole('spinbutton', { name: 'Maximum iterations' });
    for (const typed of ['2', '25', '250']) fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
    expect($settings.get().agent.maxIterations).toBe(25);
    expect(field).toHaveProperty('value', '250');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const problem = screen.getByRole('alert');
    expect(problem.textContent).toBe('A whole number, 1 to 200');
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(problem.id);
    fireEvent.change(field, { target: { value: '40' } });
    expect($settings.get().agent.maxIterations).toBe(25);
    fireEvent.blur(field);
    expect($settings.get().agent.maxIterations).toBe(40);
    expect(field.getAttribute('aria-invalid')).toBe('false');
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect($settings.get().agent.maxIterations).toBe(41);
  });

  it('have presets of iterations: Careful 20, Default 25, Long 100', () => {
    show();
    const presets = within(screen.getByRole('group', { name: 'Presets of iterations' }));
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Maximum iterations' });
    const pressed = () => presets.queryAllByRole('button', { pressed: true }).map((preset) => preset.textContent);
    expect(pressed()).toEqual(['Default 25']);
    for (const [name, iterations] of [
      ['Careful 20', 20],
      ['Long 100', 100],
      ['Default 25', 25],
    ] as const) {
      fireEvent.click(presets.getByRole('button', { name }));
      expect($settings.get().agent.maxIterations).toBe(iterations);
      expect(field.value).toBe(String(iterations));
      expect(pressed()).toEqual([name]);
    }
    fireEvent.change(field, { target: { value: '40' } });
    fireEvent.blur(field);
    expect(pressed()).toEqual([]);
  });

  it('add and remove a rule', () => {
    show();
    fireEvent.change(screen.getByRole('textbox', { name: 'Command of the rule' }), { target: { value: 'npm test' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add a rule' }));
    const rules = within(screen.getByRole('list', { name: 'Rules' }));
    expect(rules.getAllByText('npm test')).not.toEqual([]);
    fireEvent.click(rules.getByRole('button', { name: 'Remove the rule npm test' }));
    expect($settings.get().rules).toEqual([]);
  });

  it('are reached by the arrow keys', () => {
    show();
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Agent' }), { key: 'ArrowDown' });
    expect(screen.getByRole('tab', { name: 'Models' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Models' }), { key: 'End' });
    expect(screen.getByRole('tab', { name: 'About' }).getAttribute('aria-selected')).toBe('true');
  });

  it('choose the runtime and the theme', () => {
    show();
    fireEvent.click(screen.getByRole('tab', { name: 'Runtime' }));
    fireEvent.click(screen.getByRole('radio', { name: /StackBlitz WebContainer/ }));
    fireEvent.click(screen.getByRole('tab', { name: 'Appearance' }));
    fireEvent.click(screen.getByRole('radio', { name: /High contrast/ }));
    expect($settings.get()).toMatchObject({ runtimeHost: 'stackblitz', theme: 'hc' });
  });
});
