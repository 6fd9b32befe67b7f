export type KeyPlatform = 'mac' | 'windows' | 'other';

/** What a key does that the terminal does not get. `paste` is the browser's own: what it pastes comes as an event. */
export type TerminalKey = 'copy' | 'paste';

type PressedKey = Pick<KeyboardEvent, 'type' | 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** As terminals of the platform have them: Ctrl+C alone copies only on Windows, and only what is selected; else it interrupts. */
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
