import { buttonName } from '../../button-names/button-name.ts';
import { t } from '../../i18n/t.ts';
import type { SignInWindow } from './create-sign-in.ts';

/** Opens an empty window for a page of another origin; null if the browser blocks it. */
export function openSignInWindow(): SignInWindow | null {
  const opened = window.open('about:blank', '_blank', 'popup,width=560,height=760');
  if (opened === null) return null;
  // The opened page must not control this one.
  opened.opener = null;
  return {
    show(address) {
      if (opened.closed)
        throw new Error(t('its window was closed before anything was in it. Press “{button}” again', { button: buttonName('sign-in') }));
      opened.location.href = address.href;
    },
    // From its second page on, the browser isolates the window, and its own page closes it.
    close: () => opened.close(),
  };
}
