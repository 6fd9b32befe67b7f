// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Glance } from '../../lib/protocol/editor/glance.ts';
import { $activeTab, $glance, $openFiles } from '../../lib/stores/files.ts';
import { $filePositions } from '../../lib/stores/window.ts';
import type { FileSymbol } from '../../lib/types-service/type-questions.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { GoToSymbol } from './go-to-symbol.tsx';

let stop = () => undefined as void;

afterEach(() => {
  cleanup();
  stop();
  $openFiles.set(new Map());
  $filePositions.set(new Map());
  $activeTab.set(null);
  $glance.set(null);
});

function show(path: string, text: string, known: () => Promise<readonly FileSymbol[] | null> = async () => null) {
  $openFiles.set(new Map([[path, { path, text, savedText: text, isBeingWritten: false, isBinary: false }]]));
  $activeTab.set(path);
  const actions = fakeActions({ askTypes: (async () => known()) as never });
  const glances: (Glance | null)[] = [];
  stop = $glance.listen((glance) => glances.push(glance));
  const closes: boolean[] = [];
  const view = render(
    <ReadyWorkbench actions={actions}>
      <GoToSymbol onOpenChange={(isOpen) => closes.push(isOpen)} />
    </ReadyWorkbench>,
  );
  return { glances, closes, view };
}

const field = () => screen.getByRole('combobox');
const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const press = (key: string) => fireEvent.keyDown(field(), { key });
const MARKDOWN = '# First\n\n## Second\n\n## Third\n';

test('the symbol around the caret is selected, arrows show the places, and Escape goes back', async () => {
  $filePositions.set(new Map([['a.md', { anchor: 12, head: 12, top: 0 }]]));
  const { glances, closes } = show('a.md', MARKDOWN);
  await waitFor(() => expect(rows()).toEqual(['Firstheading', 'Secondheading', 'Thirdheading']));
  await waitFor(() => expect(screen.getByRole('option', { name: /Second/ }).getAttribute('aria-selected')).toBe('true'));
  expect(glances).toEqual([]);
  press('ArrowDown');
  await waitFor(() => expect(glances).toEqual([{ type: 'show', from: 20, to: 28 }]));
  press('Escape');
  expect([glances.at(-1), closes]).toEqual([{ type: 'back' }, [false]]);
});

test('letters filter, the best place is shown, and Enter goes there', async () => {
  const { glances, closes, view } = show('a.md', MARKDOWN);
  await waitFor(() => expect(rows()).toHaveLength(3));
  press('t');
  fireEvent.change(field(), { target: { value: 'thd' } });
  await waitFor(() => expect(rows()).toEqual(['Thirdheading']));
  await waitFor(() => expect(glances.at(-1)).toEqual({ type: 'show', from: 20, to: 28 }));
  press('Enter');
  expect(closes).toEqual([false]);
  view.unmount();
  await waitFor(() => expect(glances.at(-1)).toEqual({ type: 'choose', from: 20, to: 28 }));
  expect(glances).not.toContainEqual({ type: 'back' });
});

test('what TypeScript knows of a file comes first; without the service the grammar answers', async () => {
  const known: FileSymbol = { name: 'Known', kind: 'class', level: 0, from: 0, to: 5 };
  show('a.ts', 'const own = 1;\n', async () => [known]);
  await waitFor(() => expect(rows()).toEqual(['Knownclass']));
  cleanup();
  show('a.ts', 'const own = 1;\n', () => Promise.reject(new Error('ended')));
  await waitFor(() => expect(rows()).toEqual(['ownvariable']));
});

test('a file without an outline is said to be so, and what is called nothing too', async () => {
  show('a.toml', '[a]\n');
  await screen.findByText('There is no outline of a.toml: its language has none here, or it is too long.');
  cleanup();
  show('a.md', MARKDOWN);
  await waitFor(() => expect(rows()).toHaveLength(3));
  fireEvent.change(field(), { target: { value: 'zebra' } });
  await screen.findByText('Nothing is called “zebra”.');
});
