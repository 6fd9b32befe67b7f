// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { $files } from '../../lib/stores/files.ts';
import { $activePort, $previews } from '../../lib/stores/previews.ts';
import { $previewPaths } from '../../lib/stores/window.ts';
import { $narrowPane, $workbenchTab } from '../../lib/stores/workbench.ts';
import { $isPageWanted } from '../page/open-in-preview.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { type Note, TerminalNote } from './terminal-note.tsx';
import { useLinkFollowing } from './use-link-following.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  $files.set(new Map());
  $previews.set([]);
  $activePort.set(null);
  $previewPaths.set(new Map());
  $isPageWanted.set(false);
  $workbenchTab.set('code');
  $narrowPane.set('chat');
});

function setUp() {
  const actions = fakeActions({ openFile: async () => undefined });
  const opened: unknown[][] = [];
  vi.stubGlobal('open', (...given: unknown[]) => void opened.push(given));
  let note: Note | null = null;
  const wrapper = ({ children }: { children: ReactNode }) => <ReadyWorkbench actions={actions}>{children}</ReadyWorkbench>;
  const { result } = renderHook(
    () =>
      useLinkFollowing((next) => {
        note = next;
      }),
    { wrapper },
  );
  const follow = (...[target, isPlain = true, keys = {}]: [Parameters<typeof result.current>[0], boolean?, object?]) =>
    act(() => result.current(target, new MouseEvent('click', keys), isPlain));
  return { actions, opened, follow, note: () => note };
}

test('a file opens in the editor at its place; one that is gone is said to be', () => {
  const { actions, follow, note } = setUp();
  $files.set(new Map([['src/a.ts', { kind: 'file', change: 'none', isLocked: false, isIgnored: false } as never]]));
  $workbenchTab.set('terminal');
  follow({ type: 'file', path: 'src/a.ts', place: { line: 4, column: 1 } });
  expect(actions.calls).toEqual([{ name: 'openFile', arguments: ['src/a.ts', { line: 4, column: 1 }] }]);
  expect($workbenchTab.get()).toBe('code');
  follow({ type: 'file', path: 'src/gone.ts', place: null });
  expect(note()).toEqual({ type: 'text', text: 'src/gone.ts is not there any more.' });
});

test('a page of an open port shows in the preview, again when it is there already; a closed port is said to be', () => {
  const { follow, note } = setUp();
  $previews.set([
    { port: 3000, url: 'about://p3000/' },
    { port: 5173, url: 'about://p5173/' },
  ]);
  $activePort.set(3000);
  follow({ type: 'page', port: 5173, path: '/todos' });
  expect([$activePort.get(), $previewPaths.get().get(5173), $workbenchTab.get(), $narrowPane.get()]).toEqual([
    5173,
    '/todos',
    'preview',
    'preview',
  ]);
  expect($isPageWanted.get()).toBe(false);
  follow({ type: 'page', port: 5173, path: '/todos' });
  expect($isPageWanted.get()).toBe(true);
  follow({ type: 'page', port: 8788, path: '/' });
  expect(note()).toEqual({ type: 'text', text: 'No server of the project has opened port 8788.' });
  expect($activePort.get()).toBe(5173);
});

test('an address outside is shown before it is followed; Ctrl follows at once only what the user has read', () => {
  const { opened, follow, note } = setUp();
  const target = { type: 'elsewhere', url: 'https://a.example/' } as const;
  follow(target);
  expect(note()).toEqual(target);
  follow(target, false, { ctrlKey: true });
  expect(note()).toEqual(target);
  expect(opened).toEqual([]);
  follow(target, true, { ctrlKey: true });
  expect(opened).toEqual([['https://a.example/', '_blank', 'noopener,noreferrer']]);
  expect(note()).toBeNull();
});

test('the note names the machine apart from an address that begins with another name, and says what could deceive', () => {
  render(
    <TerminalNote
      note={{ type: 'elsewhere', url: `http://github.com@xn--pple-43d.example/${'x'.repeat(400)}` }}
      onClose={() => undefined}
    />,
  );
  const note = screen.getByRole('alert');
  expect(note.querySelector('strong')?.textContent).toBe('http://xn--pple-43d.example');
  expect(note.textContent).toContain('Letters of other scripts');
  expect(note.textContent).toContain('The connection is not encrypted');
  expect(note.textContent?.length).toBeLessThan(700);
  const link = screen.getByRole('link', { name: 'Open in a new tab' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});
