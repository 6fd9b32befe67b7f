/** Long options that grep and ripgrep have in common, where they take a value. */
export const SEARCH_VALUES = {
  regexp: 'e',
  file: 'f',
  'after-context': 'A',
  'before-context': 'B',
  context: 'C',
  'max-count': 'm',
} as const;
