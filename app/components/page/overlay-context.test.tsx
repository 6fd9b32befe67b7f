// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { reloadForLanguage } from '../../lib/i18n/language-reload.ts';
import { OverlayProvider, useOverlay } from './overlay-context.tsx';

afterEach(cleanup);

function Shown() {
  const { overlay } = useOverlay();
  return <p>{overlay.type === 'settings' ? `settings, ${overlay.tab}` : overlay.type}</p>;
}

async function load() {
  cleanup();
  await act(async () => {
    render(
      <OverlayProvider>
        <Shown />
      </OverlayProvider>,
    );
  });
}

test('after the page was loaded again for a language, the settings are open where it was chosen, once', async () => {
  await load();
  expect(screen.getByText('none')).toBeTruthy();
  let reloads = 0;
  reloadForLanguage(
    () => sessionStorage,
    () => reloads++,
  );
  expect(reloads).toBe(1);
  await load();
  expect(screen.getByText('settings, appearance')).toBeTruthy();
  await load();
  expect(screen.getByText('none')).toBeTruthy();
});

test('where storage is forbidden the page is loaded all the same', () => {
  let reloads = 0;
  reloadForLanguage(
    () => {
      throw new Error('forbidden');
    },
    () => reloads++,
  );
  expect(reloads).toBe(1);
});
