// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { $place } from '../../../lib/stores/workbench.ts';
import { OverlayProvider, type SettingsTab } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { SettingsDialog } from '../settings-dialog.tsx';
import { settingList } from './setting-list.ts';

afterEach(() => {
  cleanup();
  $place.set(null);
});

function Dialog() {
  const [tab, setTab] = useState<SettingsTab>('about');
  return <SettingsDialog tab={tab} onTabChange={setTab} onOpenChange={() => undefined} />;
}

function show() {
  const actions = fakeActions({
    refreshConnections: async () => undefined,
    examine: async () => undefined,
    lookAtOwnComputer: async () => undefined,
  });
  render(
    <OverlayProvider>
      <ReadyWorkbench actions={actions}>
        <Dialog />
      </ReadyWorkbench>
    </OverlayProvider>,
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the settings' });
const search = (query: string) => fireEvent.change(field(), { target: { value: query } });
const found = () =>
  within(screen.getByRole('list', { name: 'Settings found' }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test('a setting is found in any tab by its name, by what it does or by what can be chosen, names first', () => {
  show();
  search('SOUND');
  expect(found()).toEqual(['SoundAppearance']);
  search('  contrast ');
  expect(found()).toEqual(['ThemeAppearance']);
  search('auto approve'.replace(' ', '-'));
  expect(found().slice(0, 2)).toEqual(['Auto-approve new filesAgent', 'Auto-approve file changesAgent']);
  search('temperature chat');
  expect(found()).toEqual(['Temperature of the chatModels']);
  search('nothing like it');
  expect(screen.getByText('No setting has “nothing like it” in it.')).toBeTruthy();
});

test('the dialog opens with the focus on its tab: a field would bring up the keyboard of a phone', () => {
  show();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'About' }));
});

test('what is chosen is shown in its tab with the focus on it, and the search is over', () => {
  show();
  search('iterations');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Maximum iterationsAgent');
  fireEvent.click(document.activeElement ?? document.body);
  expect(screen.getByRole('tab', { name: 'Agent' }).getAttribute('aria-selected')).toBe('true');
  const row = screen.getByText('Maximum iterations').closest('.setting-row');
  expect(row?.contains(document.activeElement)).toBe(true);
  expect(field().value).toBe('');
});

test('Enter chooses the first, a tab ends the search, and the first Escape empties the field', () => {
  show();
  search('language');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByRole('tab', { name: 'Appearance' }).getAttribute('aria-selected')).toBe('true');
  search('x');
  fireEvent.click(screen.getByRole('tab', { name: 'Cost' }));
  expect(screen.getByRole('heading', { level: 2, name: 'Cost' })).toBeTruthy();
  search('x');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('');
});

/** Rows shown only for some models, servers or chats. */
const SOMETIMES = [
  'Try a command',
  'Reasoning effort',
  'Context window',
  'Prices',
  'Who answers',
  'Providers',
  'How tools are called',
  'Name the chat',
];

/** The tab whose rows need the router of the whole app; `settings-search.spec.ts` covers it. */
const ELSEWHERE = 'data';

test('every setting that is listed is in its tab, by the name that it is found by', () => {
  $place.set({ machineId: 'a'.repeat(16), user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/app' });
  show();
  for (const { tab, name } of settingList()) {
    if (name === null || tab === ELSEWHERE || SOMETIMES.includes(name)) continue;
    const target = screen.getAllByRole('tab').find(({ id }) => id === `settings-${tab}-tab`);
    fireEvent.click(target ?? document.body);
    const texts = [...document.querySelectorAll('h3, .setting-row p.font-medium, .setting-row label')].map((each) =>
      each.textContent?.trim(),
    );
    expect(texts, `${tab}: ${name}`).toContain(name);
  }
});

test('every row of a tab that is always there is listed', () => {
  show();
  const names = new Set(settingList().map(({ name }) => name));
  for (const tab of ['Agent', 'Appearance', 'Cost']) {
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    for (const title of document.querySelectorAll('.setting-row p.font-medium')) expect([...names]).toContain(title.textContent?.trim());
  }
});
