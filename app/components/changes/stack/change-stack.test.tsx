// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hunksOf } from '../../../lib/agent/calls/hunks.ts';
import type { PastHunk } from '../../../lib/chat/past/past-hunk.ts';
import type { FileChange } from '../../../lib/project/project-service.ts';
import type { ChatId } from '../../../lib/protocol/ids.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $commentToShow, $keptChanges, $reviewComments } from '../../../lib/stores/window.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { FakeIntersectionObserver } from '../../testing/fake-intersection-observer.ts';
import { ChangesArea } from '../changes-area.tsx';

const chatId = 'chat-1' as ChatId;
beforeEach(() => {
  // The test environment has no layout that a real observer could watch.
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  $chat.set({ ...INITIAL_CHAT_STATE, chatId });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  $chat.set(INITIAL_CHAT_STATE);
  $keptChanges.set(new Set());
  $reviewComments.set([]);
  $commentToShow.set(null);
});

const modified = (path: string): FileChange => ({ path, kind: 'modified', before: 'a\n1\n2\n3\n4\nb\n', after: 'A\n1\n2\n3\n4\nB\n' });
const added = (path: string): FileChange => ({ path, kind: 'added', before: '', after: 'one\n' });
const THREE = [modified('src/a.ts'), added('b.ts'), modified('src/deep/c.ts')];

async function show(changes: readonly FileChange[]) {
  const hunks = (path: string): PastHunk[] => {
    const { before, after } = changes.find((change) => change.path === path) ?? expect.unreachable();
    return hunksOf(before, after).map((hunk) => ({ ...hunk, state: 'there', later: [] }));
  };
  const actions = fakeActions({
    listCheckpoints: async () => [],
    listSteps: async () => [],
    listChanges: async () => changes,
    listHunks: async (_source: unknown, path: string) => hunks(path),
  });
  await act(async () => {
    render(
      <ReadyWorkbench actions={actions}>
        <ChangesArea />
      </ReadyWorkbench>,
    );
  });
}

const section = (path: string) => screen.getByRole('article', { name: path });
const isShown = (path: string) => screen.queryByRole('textbox', { name: `Changes of ${path}` }) !== null;
const row = (path: string) => within(screen.getByRole('navigation', { name: 'Changed files' })).getByRole('button', { name: path });
const marked = () =>
  within(screen.getByRole('navigation', { name: 'Changed files' }))
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-current') === 'true')
    .map((button) => button.getAttribute('aria-label'));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

/** Lays out the sections as a browser would, each `height` pixels high. */
function layOut(height: number): HTMLElement {
  const sections = screen.getAllByRole('article');
  sections.forEach((element, index) => {
    Object.defineProperty(element, 'offsetTop', { configurable: true, value: index * height });
    Object.defineProperty(element, 'offsetHeight', { configurable: true, value: height });
  });
  const scroller = sections[0]?.parentElement ?? expect.unreachable();
  Object.defineProperty(scroller, 'clientHeight', { configurable: true, value: height });
  return scroller;
}

test('all files follow one another; the difference of one is made when it comes near, and goes when it is far', async () => {
  await show(THREE);
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(THREE.map(({ path }) => isShown(path))).toEqual([true, false, false]);
  expect(section('src/deep/c.ts').style.height).toMatch(/^\d{3}px$/);
  act(() => FakeIntersectionObserver.show(section('src/deep/c.ts')));
  expect(isShown('src/deep/c.ts')).toBe(true);
  expect(section('src/deep/c.ts').style.height).toBe('');
  act(() => FakeIntersectionObserver.show(section('src/deep/c.ts'), false));
  expect(isShown('src/deep/c.ts')).toBe(false);
});

test('one that has the focus stays, wherever it is scrolled to', async () => {
  await show(THREE);
  act(() => FakeIntersectionObserver.show(section('b.ts')));
  act(() => within(section('b.ts')).getByRole('button', { name: 'Keep file' }).focus());
  act(() => FakeIntersectionObserver.show(section('b.ts'), false));
  expect(isShown('b.ts')).toBe(true);
  expect(marked()).toEqual(['b.ts, added']);
});

test('the list leads to a file and marks it, and when the user scrolls the one on top', async () => {
  await show(THREE);
  const scroller = layOut(400);
  expect(marked()).toEqual(['src/a.ts, modified']);
  await act(async () => void fireEvent.click(row('src/deep/c.ts, modified')));
  expect(scroller.scrollTop).toBe(800);
  expect(isShown('src/deep/c.ts')).toBe(true);
  // At the end of the scroll area, the section may not reach the top.
  scroller.scrollTop = 500;
  fireEvent.scroll(scroller);
  expect(marked()).toEqual(['src/deep/c.ts, modified']);
  fireEvent.wheel(scroller);
  expect(marked()).toEqual(['b.ts, added']);
  scroller.scrollTop = 0;
  fireEvent.scroll(scroller);
  expect(marked()).toEqual(['src/a.ts, modified']);
});

test('the buttons above go from change to change through all files, with the keyboard at each', async () => {
  await show(THREE);
  layOut(400);
  const at = async (place: string, find: () => HTMLElement | undefined) => {
    await vi.waitFor(() => expect(document.activeElement).toBe(find() ?? expect.unreachable()));
    expect(screen.getByText(place)).toBeTruthy();
  };
  const hunk = (path: string, name: string) => () => within(section(path)).getByRole('group', { name });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous change' }).disabled).toBe(true);
  await press('Next change');
  await at('1 of 5', hunk('src/a.ts', 'Change of line 1'));
  await press('Next change');
  await at('2 of 5', hunk('src/a.ts', 'Change of line 6'));
  await press('Next change');
  await at('3 of 5', () => section('b.ts'));
  await press('Next change');
  await at('4 of 5', hunk('src/deep/c.ts', 'Change of line 1'));
  await press('Previous change');
  await at('3 of 5', () => section('b.ts'));
});

test('a file is folded to its head, and unfolded where one goes to a change of it', async () => {
  await show([modified('src/a.ts')]);
  const fold = () => screen.getByRole('button', { name: 'Difference of src/a.ts' });
  expect(fold().getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(fold());
  expect([fold().getAttribute('aria-expanded'), isShown('src/a.ts')]).toEqual(['false', false]);
  await press('Next change');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Change of line 1' })));
});

test('thousands of removed lines wait until the user wants them', async () => {
  await show([{ path: 'old.txt', kind: 'removed', before: 'x\n'.repeat(2_001), after: '' }]);
  expect(isShown('old.txt')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Difference of old.txt' }));
  expect(isShown('old.txt')).toBe(true);
});

test('what is done with a file says which, and commands are about the one that is marked', async () => {
  await show(THREE);
  for (const path of ['src/a.ts', 'b.ts']) act(() => FakeIntersectionObserver.show(section(path)));
  const keep = (path: string) => within(section(path)).getByRole('button', { name: 'Keep file' });
  const description = document.getElementById(keep('b.ts').getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('b.ts');
  const commands = () => ['src/a.ts', 'b.ts'].map((path) => keep(path).dataset['command']);
  expect(commands()).toEqual(['keep-file', undefined]);
  await act(async () => void fireEvent.click(row('b.ts, added')));
  expect(commands()).toEqual([undefined, 'keep-file']);
});

test('a row is read as the path, and says how many comments there are on the file', async () => {
  const quote = { start: 0, newStart: 0, rows: [{ sign: '+' as const, text: 'A' }], above: null, below: null };
  const comment = { chatId, path: 'src/deep/c.ts', quote, typed: null, sentAt: null };
  $reviewComments.set([
    { ...comment, id: 'one', text: 'Why?' },
    { ...comment, id: 'two', text: 'And this?' },
    { ...comment, id: 'begun', text: '', typed: 'So' },
  ]);
  await show(THREE);
  expect(row('src/deep/c.ts, modified').textContent).toBe('src/deep/c.ts');
  const item = row('src/deep/c.ts, modified').closest('li') ?? expect.unreachable();
  expect(within(item).getByText('2 comments')).toBeTruthy();
  expect(within(item).getByText('2 lines added')).toBeTruthy();
  expect(row('b.ts, added').closest('li')?.textContent).not.toContain('comment');
});

test('the comment that is to be shown brings its file, wherever that is', async () => {
  const quote = { start: 0, newStart: 0, rows: [{ sign: '+' as const, text: 'A' }], above: null, below: '1' };
  $reviewComments.set([{ id: 'one', chatId, path: 'src/deep/c.ts', quote, text: 'Why?', typed: null, sentAt: null }]);
  await show(THREE);
  expect(isShown('src/deep/c.ts')).toBe(false);
  await act(async () => $commentToShow.set({ id: 'one' }));
  await vi.waitFor(() => expect(within(section('src/deep/c.ts')).getByText('Why?')).toBeTruthy());
  expect(marked()).toEqual(['src/deep/c.ts, modified']);
});

test('of five hundred files only those near the view have an editor, and a file of ten thousand lines a part of them', async () => {
  const many = Array.from({ length: 500 }, (_, index) => added(`src/file-${index}.ts`));
  const long: FileChange = { path: 'long.ts', kind: 'added', before: '', after: 'const line = 1;\n'.repeat(10_000) };
  await show([long, ...many]);
  expect(screen.getAllByRole('article')).toHaveLength(501);
  expect(document.querySelectorAll('.cm-editor')).toHaveLength(1);
  expect(document.querySelectorAll('.cm-line').length).toBeLessThan(500);
});
