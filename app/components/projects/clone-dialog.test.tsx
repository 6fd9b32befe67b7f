// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FetchedRepository } from '../../lib/project/clone/fetch-repository.ts';
import type { Overlay } from '../page/overlay-context.tsx';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { CloneDialog } from './clone-dialog.tsx';

afterEach(cleanup);

function show(fetched: FetchedRepository) {
  const actions = fakeActions({ fetchRepository: async () => fetched });
  const opened: Extract<Overlay, { type: 'import' }>[] = [];
  render(
    <ReadyWorkbench actions={actions}>
      <CloneDialog onImport={(overlay) => opened.push(overlay)} onOpenChange={() => undefined} />
    </ReadyWorkbench>,
  );
  return { actions, opened };
}

const type = (value: string) =>
  act(async () => void fireEvent.change(screen.getByRole('textbox', { name: 'Address of a public repository' }), { target: { value } }));
const clone = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Clone' });

test('the host that is asked is named before it is, and the files go through the look of every import', async () => {
  const source = { type: 'zip' as const, name: 'shop', file: new Blob(['PK']) };
  const { actions, opened } = show({ ok: true, source });
  await type('a/shop');
  expect(screen.getByText(/^Asks codeload\.github\.com for the files of a\/shop/)).toBeTruthy();
  expect(actions.calls).toEqual([]);
  await act(async () => void fireEvent.click(clone()));
  expect(await opened[0]?.collect(new AbortController().signal)).toBe(source);
  expect(actions.calls.map(({ name }) => name)).toEqual(['fetchRepository']);
});

test('a branch and a folder are named with it, also those of a command', async () => {
  show({ ok: false, why: 'nobody asks' });
  await type('https://github.com/a/shop/tree/dev/apps/web#readme');
  expect(screen.getByText(/^Asks codeload\.github\.com for the files of a\/shop at dev\/apps\/web, /)).toBeTruthy();
  await type('git clone -b v2 https://github.com/a/shop.git');
  expect(screen.getByText(/^Asks codeload\.github\.com for the files of a\/shop at v2, /)).toBeTruthy();
});

test('an address that names no repository is said, and nothing can be cloned', async () => {
  show({ ok: false, why: 'nobody asks' });
  await type('https://git.example.org/a/b');
  expect(screen.getByText(/^git\.example\.org is not known here/)).toBeTruthy();
  expect(clone().disabled).toBe(true);
});

test('why it did not come is what the import says', async () => {
  const { opened } = show({ ok: false, why: 'There is no public repository a/shop.' });
  await type('a/shop');
  await act(async () => void fireEvent.click(clone()));
  await expect(opened[0]?.collect(new AbortController().signal)).rejects.toThrow('There is no public repository a/shop.');
});
