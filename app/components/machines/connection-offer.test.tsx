// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../../lib/protocol/machines/connection.ts';
import { EMPTY_PROJECT_CONFIG } from '../../lib/protocol/project-facts/project-config.ts';
import { $declinedConnection, $projectConfig } from '../../lib/stores/project-config.ts';
import { $place } from '../../lib/stores/workbench.ts';
import { OverlayProvider, useOverlay } from '../page/overlay-context.tsx';
import { ConnectionOffer } from './connection-offer.tsx';

afterEach(() => {
  cleanup();
  $projectConfig.set({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] });
  $declinedConnection.set(null);
  $place.set(null);
});

function ShownOverlay() {
  return <output>{JSON.stringify(useOverlay().overlay)}</output>;
}

function show(connection: Connection | null) {
  $projectConfig.set({ config: { ...EMPTY_PROJECT_CONFIG, connection }, warnings: [], scripts: [] });
  render(
    <OverlayProvider>
      <ConnectionOffer />
      <ShownOverlay />
    </OverlayProvider>,
  );
}

const offer = () => screen.queryByRole('region', { name: 'Machine of the project' });

test('a project that names a machine offers to work there, with what is missing filled in by the examples', () => {
  show({ host: 'lab.example', user: null });
  expect(offer()?.textContent).toContain('jexida@lab.example');
  fireEvent.click(screen.getByRole('button', { name: 'Work there…' }));
  expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({ type: 'machine', link: null, target: 'jexida@lab.example' });
});

test('an offer that was declined is not made again', () => {
  show({ host: 'lab.example', user: 'ada' });
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(offer()).toBeNull();
});

test('nothing is offered where the project names no machine', () => {
  show(null);
  expect(offer()).toBeNull();
});

test('nothing is offered on a machine', () => {
  $place.set({ machineId: 'a1b2c3d4e5f6a7b8', user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' });
  show({ host: 'lab.example', user: 'ada' });
  expect(offer()).toBeNull();
});
