// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $awayPlace } from '../../../lib/stores/other-tab.ts';
import { $place, $runtime } from '../../../lib/stores/workbench.ts';
import { OverlayProvider, useOverlay } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { CommandPrompt } from '../../ui/command/command-prompt.tsx';
import { PlaceAwayBar } from '../other-tab/place-away-bar.tsx';
import { PlaceBadge } from './place-badge.tsx';

const PLACE = { machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' };

afterEach(() => {
  cleanup();
  $place.set(null);
  $awayPlace.set(null);
  $runtime.set({ status: 'off' });
});

test('a chat on a real machine names it in the header and before each command; any other chat names nothing', () => {
  const view = render(
    <>
      <PlaceBadge />
      <CommandPrompt />
    </>,
  );
  expect(view.container.textContent).toBe('$ ');
  $place.set(PLACE);
  view.rerender(
    <>
      <PlaceBadge />
      <CommandPrompt />
    </>,
  );
  expect(view.container.textContent).toBe('ada@serverada@server: $ ');
  expect(screen.getByTitle('This chat works in /home/ada/shop on ada@server.')).toBeTruthy();
});

test('a machine that is away is named, with two ways on: connect it, or copy its files into this browser', () => {
  const Shown = () => <p>{JSON.stringify(useOverlay().overlay)}</p>;
  const actions = fakeActions({ copyToBrowser: async () => undefined });
  $awayPlace.set(PLACE);
  render(
    <ReadyWorkbench actions={actions}>
      <OverlayProvider>
        <PlaceAwayBar />
        <Shown />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  expect(screen.getByRole('status').textContent).toContain('To continue in /home/ada/shop, connect it');
  fireEvent.click(screen.getByRole('button', { name: 'Connect…' }));
  expect(screen.getByText(JSON.stringify({ type: 'machine', link: null, place: PLACE }))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy into this browser' }));
  expect(actions.calls.map(({ name }) => name)).toEqual(['copyToBrowser']);
});

test('a machine that has gone while its chat is open says what works without it, and is connected by its filled form', () => {
  const Shown = () => <p>{JSON.stringify(useOverlay().overlay)}</p>;
  $place.set(PLACE);
  render(
    <ReadyWorkbench actions={fakeActions({})}>
      <OverlayProvider>
        <PlaceAwayBar />
        <Shown />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  expect(screen.queryByRole('status')).toBeNull();
  act(() => $runtime.set({ status: 'ended', message: 'The bridge has ended.' }));
  expect(screen.getByRole('status').textContent).toBe(
    'ada@server is not connected any more. You can read what is here and chat. Commands, terminals and changes in /home/ada/shop need the machine.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Connect…' }));
  expect(screen.getByText(JSON.stringify({ type: 'machine', link: null, place: PLACE }))).toBeTruthy();
  act(() => $place.set(null));
  expect(screen.queryByRole('status')).toBeNull();
});
