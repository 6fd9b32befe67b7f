/** Returns keys in the format of `aria-keyshortcuts`: `Control+K Meta+K`. */
export function spokenKeys(keys: string): string {
  return keys.includes('Ctrl') ? `${keys.replace('Ctrl', 'Control')} ${keys.replace('Ctrl', 'Meta')}` : keys;
}
