/** Keys of commands that are answered where the list of commands is not loaded, or not yet. The list has them from here. */
export const KNOWN_KEYS = { palette: 'Ctrl+K', 'quick-open': 'Ctrl+P', approve: 'Ctrl+Enter' } as const;
