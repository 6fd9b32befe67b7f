/** What is said where two have changed a file. */
export const CONFLICT_TEXT = {
  label: 'Two versions',
  changed: 'This file was changed while you were typing.',
  unsaved: 'Your text is not saved yet.',
  compare: 'Compare',
  edit: 'Back to the text',
  both: 'Take both',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  difference: 'From their text to yours',
} as const;
