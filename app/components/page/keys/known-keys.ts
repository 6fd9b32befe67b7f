/** Keys of commands that are needed where the list of commands has not loaded. The list uses them too. */
export const KNOWN_KEYS = { palette: 'Ctrl+K', 'quick-open': 'Ctrl+P', approve: 'Ctrl+Enter' } as const;
