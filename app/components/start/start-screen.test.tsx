// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { $models } from '../../lib/stores/workbench.ts';
import { StartScreen } from './start-screen.tsx';

afterEach(() => {
  cleanup();
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

const PROMPTS = ['Build a todo list', 'Make a landing page', 'Make a snake game', 'Fix the bug'];

function show() {
  const chosen: string[] = [];
  render(
    <StartScreen
      messageBox={null}
      onExample={(prompt, purpose) => chosen.push(`${purpose}:${prompt}`)}
      onTemplate={(name) => chosen.push(`template:${name}`)}
      onOpenSettings={(tab) => chosen.push(`settings:${tab}`)}
    />,
  );
  return chosen;
}

describe('the first screen', () => {
  it('offers the four examples that the demo can play', () => {
    const chosen = show();
    const examples = within(screen.getByRole('list', { name: 'Examples' }));
    for (const prompt of PROMPTS) fireEvent.click(examples.getByRole('button', { name: new RegExp(`^${prompt}`) }));
    expect(chosen).toEqual(PROMPTS.map((prompt) => `send:${prompt}`));
  });

  it('brings an example into the message box where that is asked for', () => {
    const chosen = show();
    const buttons = screen.getAllByRole('button', { name: 'Edit first' });
    for (const button of buttons) fireEvent.click(button);
    expect(chosen).toEqual(PROMPTS.map((prompt) => `edit:${prompt}`));
    const described = buttons.map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(described).toEqual(PROMPTS);
  });

  it('offers the templates by name', () => {
    const chosen = show();
    const templates = within(screen.getByRole('list', { name: 'Start from a template' }));
    expect(templates.getAllByRole('button')).toHaveLength(9);
    fireEvent.click(templates.getByRole('button', { name: 'React Vite, TypeScript' }));
    expect(chosen).toEqual(['template:react-ts']);
  });

  it('names the model and the runtime in use', () => {
    $models.set({
      models: [{ id: 'demo:scripted', provider: 'demo', name: 'Demo (scripted, no AI)' }],
      defaultModelId: 'demo:scripted',
      problems: [],
    });
    const chosen = show();
    expect(screen.getByText('Demo (scripted, no AI)')).toBeTruthy();
    expect(screen.getByText('Engine, in this browser')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change the model' }));
    expect(chosen).toEqual(['settings:models']);
  });
});
