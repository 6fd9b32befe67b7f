import { $settings } from '../../../lib/stores/settings.ts';
import { spokenKeys } from '../../page/keys/spoken-keys.ts';
import { chordName } from '../../ui/text/key-name.ts';
import { commandOf } from '../command-list.ts';
import { keysInForce } from './keys-in-force.ts';

/**
 * Puts the keys of a button's command into its tip, and says them to screen readers, when the button is come to: buttons name their command
 * and need not know its keys, which the user may change. Returns how to stop.
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
