const KEY = 'devonz.language-reload';

/** Loads the page again in another language. It comes back to where the language was chosen. */
export function reloadForLanguage(storage: () => Pick<Storage, 'setItem'> = () => sessionStorage, reload = () => location.reload()): void {
  try {
    storage().setItem(KEY, 'yes');
  } catch {
    // Storage may be forbidden; then the page comes back as after any other reload.
  }
  reload();
}

/** Returns true once after the page was loaded again for another language. */
export function isBackFromLanguageReload(storage: () => Pick<Storage, 'getItem' | 'removeItem'> = () => sessionStorage): boolean {
  try {
    const isBack = storage().getItem(KEY) !== null;
    storage().removeItem(KEY);
    return isBack;
  } catch {
    return false;
  }
}
