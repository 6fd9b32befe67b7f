export type KeyPlatform = 'mac' | 'windows' | 'other';

/** An action of a key that the terminal does not receive. `paste` is left to the browser, which fires an event. */
export type TerminalKey = 'copy' | 'paste';

type PressedKey = Pick<KeyboardEvent, 'type' | 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Returns the key's action as in the platform's terminals: Ctrl+C alone copies only on Windows and only a selection; otherwise it
 * interrupts.
 */
export function terminalKey(event: PressedKey, platform: KeyPlatform, hasSelection: boolean): TerminalKey | null {
  if (event.type !== 'keydown' || event.altKey || platform === 'mac' || !event.ctrlKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'v') return 'paste';
  return key === 'c' && (event.shiftKey || (platform === 'windows' && hasSelection)) ? 'copy' : null;
}

export function keyPlatform({ platform }: Pick<Navigator, 'platform'>): KeyPlatform {
  if (/^(?:mac|iphone|ipad)/i.test(platform)) return 'mac';
  return /^win/i.test(platform) ? 'windows' : 'other';
}
