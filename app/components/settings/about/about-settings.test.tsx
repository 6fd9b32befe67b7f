// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dependencies, version } from '../../../../package.json';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { OverlayProvider, useOverlay } from '../../page/overlay-context.tsx';
import { AboutSettings } from './about-settings.tsx';

afterEach(() => {
  cleanup();
  $isTourOpen.set(false);
});

function Shown() {
  const { overlay } = useOverlay();
  return (
    <>
      <p role="note">{overlay.type === 'help' ? overlay.page : overlay.type}</p>
      <AboutSettings />
    </>
  );
}

function show() {
  render(
    <OverlayProvider>
      <Shown />
    </OverlayProvider>,
  );
}

test('it names the version, and a commit without a path', async () => {
  show();
  expect(await screen.findByText('Commit')).toBeTruthy();
  expect(screen.getAllByText(version).length).toBeGreaterThan(0);
  const commit = screen.getByText('Commit').nextElementSibling?.textContent ?? '';
  expect(commit).not.toContain('/');
});

test('its documents open to be read, and the tour begins', () => {
  show();
  fireEvent.click(within(screen.getByRole('list', { name: 'Documents' })).getByRole('button', { name: 'docs/using.md' }));
  expect(screen.getByRole('note').textContent).toBe('docs/using.md');
  fireEvent.click(screen.getByRole('button', { name: 'Take the tour' }));
  expect([screen.getByRole('note').textContent, $isTourOpen.get()]).toEqual(['none', true]);
});

test('packages of others are listed with versions and licences, and found by both names', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Show the list' }));
  const list = screen.getByRole('list', { name: 'Packages of others' });
  expect(within(list).getByText('react').parentElement?.textContent).toBe(`react ${dependencies.react} MIT`);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a package or licence' }), { target: { value: 'ofl-1.1' } });
  expect(within(list).getAllByRole('listitem').length).toBe(2);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'no such thing' } });
  expect(screen.getByText('No package or licence has that name.')).toBeTruthy();
});
