/** Long options with a value that grep and ripgrep share. */
export const SEARCH_VALUES = {
  regexp: 'e',
  file: 'f',
  'after-context': 'A',
  'before-context': 'B',
  context: 'C',
  'max-count': 'm',
} as const;
