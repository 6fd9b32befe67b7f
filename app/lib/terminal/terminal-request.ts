import { atom } from 'nanostores';

/** Actions on the shown terminal. */
export type TerminalRequest = 'find' | 'send' | 'copy' | 'clear' | 'rename' | 'restart';

/** Requested from elsewhere, such as the palette; the terminal area resets it. */
export const $terminalRequest = atom<TerminalRequest | null>(null);
