// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recogniseProject } from '../../../lib/project/recognise/recognise-project.ts';
import { $files, type FileEntry } from '../../../lib/stores/files.ts';
import { $runningCommands } from '../../../lib/stores/terminals.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ProjectHint } from './project-hint.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  $files.set(new Map());
  $runningCommands.set([]);
});

/** Renders the hint for a project with these files; the map is read at each request. */
function showHint(files: Map<string, string>) {
  const actions = fakeActions({
    async describeOpen() {
      const facts = await recogniseProject({ paths: [...files.keys()], readText: async (path) => files.get(path) ?? null });
      return { facts, files: files.size, bytes: 1 };
    },
    installAndRun: async () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <ProjectHint />
    </ReadyWorkbench>,
  );
  return { actions, show: () => act(() => $files.set(treeOf(files))) };
}

function treeOf(files: ReadonlyMap<string, string>): Map<string, FileEntry> {
  return new Map([...files.keys()].map((path) => [path, { kind: 'file', change: 'none' }]));
}

describe('the hint beside an empty conversation', () => {
  it('offers what runs this project, as all that installs and runs it does', async () => {
    const { actions, show } = showHint(new Map([['package.json', '{"scripts":{"start":"node src/main.js"}}']]));
    show();
    expect(await screen.findByText('npm run start')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    expect(actions.calls.at(-1)?.name).toBe('installAndRun');
  });

  it('offers the packages of another package manager, and a folder of its own', async () => {
    const text = '{"packageManager":"pnpm@9.0.0","scripts":{"dev":"vite"},"devDependencies":{"vite":"7"}}';
    showHint(new Map([['site/package.json', text]])).show();
    expect(await screen.findByText('cd site && pnpm install && pnpm run dev')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Install and run' })).toBeTruthy();
  });

  it('says no command where there is none, and follows the files', async () => {
    const files = new Map([['notes.txt', 'milk']]);
    const { show } = showHint(files);
    show();
    expect(await screen.findByText('The project is ready. Say what to change.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    files.set('index.html', '<h1>Hello</h1>');
    show();
    expect(await screen.findByText('npx --yes serve')).toBeTruthy();
  });

  it('waits while a command of the user runs, which may install just that', async () => {
    const { show } = showHint(new Map([['package.json', '{"scripts":{"start":"node src/main.js"}}']]));
    show();
    await screen.findByRole('button', { name: 'Run' });
    act(() => $runningCommands.set([{ id: 1, chatId: 'chat-1', command: 'npm install', startedAt: 1, waitsFor: null }]));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => $runningCommands.set([]));
    expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
  });

  it('is not there without files', async () => {
    const { show } = showHint(new Map());
    show();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(document.body.textContent).toBe('');
  });
});
