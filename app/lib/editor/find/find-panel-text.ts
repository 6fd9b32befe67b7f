/** Words of the panel that finds in the open file. */
export const FIND_PANEL_TEXT = {
  panel: 'Find in this file',
  query: 'Find',
  replacement: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  expression: 'Regular expression',
  previous: 'Previous match (Shift+Enter)',
  next: 'Next match (Enter)',
  close: 'Close (Escape)',
  replaceNext: 'Replace',
  replaceAll: 'Replace all',
  invalid: 'Not a valid expression',
  none: 'No matches',
  count: (current: number | null, total: string) => (current === null ? total : `${current} of ${total}`),
} as const;
