import { atom } from 'nanostores';

/** What can be done with the terminal that is shown. */
export type TerminalRequest = 'find' | 'send' | 'copy' | 'clear' | 'rename' | 'restart';

/** Wanted from elsewhere, such as the palette; the terminal's area takes it from here. */
export const $terminalRequest = atom<TerminalRequest | null>(null);
