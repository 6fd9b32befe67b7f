// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SLASH_COMMANDS } from '../../../lib/chat/slash-commands/slash-command-list.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from './deferred-aids.ts';
import { MessageBox } from './message-box.tsx';

beforeAll(async () => void (await messageAids.load()));
const NOTHING = $projectConfig.get();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  $projectConfig.set(NOTHING);
});

function show() {
  const actions = fakeActions({ send: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  const box = screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
  return {
    box,
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(box, { key }),
    sent: () => actions.calls.filter((call) => call.name === 'send').map((call) => call.arguments[0]),
  };
}

const menu = () => screen.queryByRole('listbox', { name: 'Commands' });
const options = () => within(screen.getByRole('listbox', { name: 'Commands' })).getAllByRole('option');
const current = () => options().find((option) => option.getAttribute('aria-selected') === 'true')?.textContent ?? '';

test('a slash opens the menu of all commands, with their syntax', () => {
  const { type } = show();
  expect(menu()).toBeNull();
  type('/');
  expect(options()).toHaveLength(SLASH_COMMANDS.length);
  expect(current()).toContain('/agent [your multi-step task]');
});

test('what is typed narrows it; arrows choose, Tab completes, Enter sends what needs no more', () => {
  const { type, press, box, sent } = show();
  type('/s');
  expect(options().map((option) => option.textContent?.split(' ')[0])).toEqual(['/shell', '/stop', '/self', '/routines']);
  press('ArrowDown');
  expect(current()).toContain('/stop');
  expect(box.getAttribute('aria-activedescendant')).toBe(options()[1]?.id);
  press('ArrowUp');
  press('ArrowUp');
  expect(current()).toContain('/routines');
  press('Tab');
  expect(box.value).toBe('/routines');
  press('Enter');
  expect(sent()).toEqual(['/routines']);
  type('/sto');
  press('Enter');
  expect(sent()).toEqual(['/routines', '/stop']);
});

test('a command that takes arguments is completed and waits for them; written out it is sent as it is', () => {
  const { type, press, box, sent } = show();
  type('/ag');
  press('Enter');
  expect(box.value).toBe('/agent ');
  expect(menu()).toBeNull();
  type('/agent');
  press('Enter');
  expect(sent()).toEqual(['/agent']);
});

test('Escape closes it until something else is typed', () => {
  const { type, press } = show();
  type('/he');
  press('Escape');
  expect(menu()).toBeNull();
  type('/hel');
  expect(menu()).not.toBeNull();
  type('/he');
  expect(menu()).not.toBeNull();
});

test('after /run it lists the routines of the project', () => {
  $projectConfig.set({
    ...NOTHING,
    scripts: ['dev'],
    config: { ...NOTHING.config, routines: [{ name: 'deploy', description: 'Put it online', command: 'deploy $1' }] },
  });
  const { type, press, box, sent } = show();
  type('/run ');
  expect(options().map((option) => option.textContent)).toEqual([
    '/run deploy [arguments]Put it online',
    '/run dev [arguments]Start the development server',
  ]);
  press('Enter');
  expect(box.value).toBe('/run deploy');
  type('/run d');
  press('ArrowDown');
  press('Enter');
  expect(sent()).toEqual(['/run dev']);
});

test('it is taken by a click, and no path or sentence opens it', () => {
  const { type, sent } = show();
  type('/hel');
  fireEvent.click(options()[0] as HTMLElement);
  expect(sent()).toEqual(['/help']);
  for (const text of ['/home/project', 'a /help', '/help me', '/nothing-like-it']) {
    type(text);
    expect(menu()).toBeNull();
  }
});
