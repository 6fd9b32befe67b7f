// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { DEMO_MODEL_ID } from '../../lib/protocol/models/demo-model.ts';
import { $models } from '../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { StartScreen } from './start-screen.tsx';

afterEach(() => {
  cleanup();
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

const PROMPTS = ['Build a todo list', 'Make a landing page', 'Make a snake game', 'Fix the bug'];

function show() {
  const chosen: string[] = [];
  render(
    <ReadyWorkbench actions={fakeActions()}>
      <StartScreen
        messageBox={null}
        onExample={(prompt, purpose) => chosen.push(`${purpose}:${prompt}`)}
        onTemplate={(name) => chosen.push(`template:${name}`)}
        onOverlay={({ type }) => chosen.push(`overlay:${type}`)}
        onOpenSettings={(tab) => chosen.push(`settings:${tab}`)}
      />
    </ReadyWorkbench>,
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

  it('says that the models are being loaded, until one is known', () => {
    show();
    const model = () => screen.getByText('Model').nextElementSibling?.textContent;
    expect(model()).toBe('Loading…Change');
    act(() => $models.set({ models: [{ id: 'a:1', name: 'Alpha', provider: 'a' }], defaultModelId: 'a:1', problems: [] }));
    expect(model()).toBe('AlphaChange');
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

  it('offers every way in which a project comes', () => {
    const chosen = show();
    const ways = within(screen.getByRole('list', { name: 'Open' }));
    expect(ways.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'From a template',
      'Open a folder…',
      'Upload files…',
      'Import a zip or a session…',
      'Clone a repository…',
      'Work on this computer…',
      'From a generator…',
    ]);
    fireEvent.click(ways.getByRole('button', { name: 'From a generator…' }));
    expect(chosen).toEqual(['overlay:generator']);
    fireEvent.click(ways.getByRole('button', { name: 'From a template' }));
    expect(document.activeElement?.textContent).toBe('ReReactVite, TypeScript');
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

  it('asks whether to look for models on this computer once it is known that there is none', async () => {
    show();
    expect(screen.queryByText('Look for models on this computer?')).toBeNull();
    const demo = { id: DEMO_MODEL_ID, provider: 'demo', name: 'Demo' };
    act(() => $models.set({ models: [demo], defaultModelId: demo.id, problems: [] }));
    expect(await screen.findByText('Look for models on this computer?')).toBeDefined();
  });

  it('is the same on the server as in the browser, with nothing that is loaded later', () => {
    const html = renderToString(
      <StartScreen
        messageBox={null}
        onExample={() => undefined}
        onTemplate={() => undefined}
        onOverlay={() => undefined}
        onOpenSettings={() => undefined}
      />,
    );
    // React marks a pending `Suspense` with this comment.
    expect(html).not.toContain('<!--$');
  });
});
