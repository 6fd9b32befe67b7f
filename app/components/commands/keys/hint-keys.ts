import { $settings } from '../../../lib/stores/settings.ts';
import { spokenKeys } from '../../page/keys/spoken-keys.ts';
import { chordName } from '../../ui/text/key-name.ts';
import { commandOf } from '../command-list.ts';
import { keysInForce } from './keys-in-force.ts';

/**
 * Adds the shortcut of a button's command to its tooltip and to `aria-keyshortcuts` when the button is hovered or focused. A button only
 * names its command and does not need to know its keys, which the user may change. Returns a function that stops this.
 */
export function hintKeys(page: Document): () => void {
  const hint = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null;
    const command = commandOf(button?.dataset['command'] ?? '');
    if (button === null || command === undefined) return;
    const keys = keysInForce(command, $settings.get().shortcuts);
    if (keys === null) {
      button.removeAttribute('data-keys');
      button.removeAttribute('aria-keyshortcuts');
    } else {
      button.dataset['keys'] = chordName(keys);
      button.setAttribute('aria-keyshortcuts', spokenKeys(keys));
    }
  };
  page.addEventListener('focusin', hint);
  page.addEventListener('pointerover', hint);
  return () => {
    page.removeEventListener('focusin', hint);
    page.removeEventListener('pointerover', hint);
  };
}
