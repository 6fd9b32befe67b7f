// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { typeWithoutPause } from '../testing/type-without-pause.ts';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { EarlyField } from '../ui/loading/early-field.tsx';
import { $earlyTyping } from '../ui/loading/early-typing.ts';
import { PaletteField } from './palette-field.tsx';

Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

/** A list in a dialog, like the palette. */
function List({ onChoose, onClose }: { onChoose: (choice: string) => void; onClose: () => void }) {
  const [value, setValue] = useState('');
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <DialogContent>
          <Dialog.Title>List</Dialog.Title>
          <Command>
            <PaletteField icon="i" placeholder="Look for" value={value} onValue={setValue} />
            <Command.List>
              {['apple', 'apricot', 'banana'].map((each) => (
                <Command.Item key={each} value={each} onSelect={onChoose}>
                  {each}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function showList() {
  const chosen: string[] = [];
  render(<List onChoose={(choice) => chosen.push(choice)} onClose={() => undefined} />);
  return { field: screen.getByPlaceholderText<HTMLInputElement>('Look for'), chosen };
}

/** Renders a page with a focused button, and the list that loads when `arrive` is called. */
function openEarly() {
  const chosen: string[] = [];
  let arrive: () => void = () => undefined;
  const isHere = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const LateList = lazy(() => isHere.then(() => ({ default: List })));
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    const close = () => setIsOpen(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <Suspense fallback={<EarlyField onClose={close} />}>
          {isOpen && <LateList onChoose={(choice) => chosen.push(choice)} onClose={close} />}
        </Suspense>
      </>
    );
  }
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  return { opener, field, chosen, arrive: () => act(async () => arrive()) };
}

test('what is typed before the list is here is in its field, and the keys choose from what fits it', async () => {
  const { field, chosen, arrive } = openEarly();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'ap' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await arrive();
  const late = screen.getByPlaceholderText<HTMLInputElement>('Look for');
  expect([late.value, document.activeElement]).toEqual(['ap', late]);
  await waitFor(() => expect(chosen).toEqual(['apricot']));
});

test('when the list is closed the focus is where it was before it was asked for', async () => {
  const { opener, field, arrive } = openEarly();
  fireEvent.change(field, { target: { value: 'b' } });
  await arrive();
  await act(async () => fireEvent.keyDown(screen.getByPlaceholderText('Look for'), { key: 'Escape' }));
  // Radix returns the focus in a separate task.
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(screen.queryByPlaceholderText('Look for')).toBeNull();
});

test('Escape gives up what is on its way, with what was typed for it', async () => {
  const first = openEarly();
  fireEvent.change(first.field, { target: { value: 'ban' } });
  fireEvent.keyDown(first.field, { key: 'Escape' });
  expect([screen.queryByRole('textbox'), document.activeElement]).toEqual([null, first.opener]);
  await first.arrive();
  fireEvent.click(first.opener);
  await act(async () => undefined);
  expect(screen.getByPlaceholderText<HTMLInputElement>('Look for').value).toBe('');
});

test('a field that takes the place of another, as where a list comes in two parts, has what was typed into that one', () => {
  const { rerender } = render(<EarlyField key="first" onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'apri' } });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Search' }), { key: 'Enter' });
  rerender(<EarlyField key="second" onClose={() => undefined} />);
  const second = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  expect([second.value, document.activeElement]).toEqual(['apri', second]);
  fireEvent.change(second, { target: { value: 'apricot' } });
  cleanup();
  expect($earlyTyping.get()).toMatchObject({ text: 'apricot', keys: ['Enter'] });
  $earlyTyping.set(null);
});

test('a key that is pressed before the list has drawn what was just typed chooses from that', async () => {
  const { field, chosen } = showList();
  await typeWithoutPause(field, { text: 'b' }, { key: 'Enter' });
  await waitFor(() => expect(chosen).toEqual(['banana']));
  await typeWithoutPause(field, { text: 'ap' }, { key: 'ArrowDown' }, { key: 'Enter' });
  await waitFor(() => expect(chosen).toEqual(['banana', 'apricot']));
  await typeWithoutPause(field, { key: 'ArrowUp' }, { key: 'Enter' });
  await waitFor(() => expect(chosen).toEqual(['banana', 'apricot', 'apple']));
});

test('what is typed after a key that still waits takes the key back', async () => {
  const { field, chosen } = showList();
  await typeWithoutPause(field, { text: 'nothing' }, { key: 'Enter' }, { text: 'b' });
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['banana']));
  await typeWithoutPause(field, { text: 'ap' }, { key: 'Enter' });
  await waitFor(() => expect(chosen).toEqual(['apple']));
});
