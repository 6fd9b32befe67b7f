// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { hintKeys } from './hint-keys.ts';

afterEach(() => {
  document.body.replaceChildren();
  $settings.set(DEFAULT_APP_SETTINGS);
});

test('a button that is come to says the keys of its command, as they are now', () => {
  const stop = hintKeys(document);
  const button = document.body.appendChild(document.createElement('button'));
  button.dataset['command'] = 'palette';
  const said = () => {
    button.dispatchEvent(new Event('pointerover', { bubbles: true }));
    return [button.dataset['keys'], button.getAttribute('aria-keyshortcuts')];
  };
  expect(said()).toEqual(['Ctrl+K', 'Control+K Meta+K']);
  $settings.setKey('shortcuts', { palette: 'Alt+P' });
  expect(said()).toEqual(['Alt+P', 'Alt+P']);
  $settings.setKey('shortcuts', { palette: '' });
  expect(said()).toEqual([undefined, null]);
  stop();
});
