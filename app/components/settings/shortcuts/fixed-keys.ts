import { t } from '../../../lib/i18n/t.ts';

/** Keys that belong to no command: they act on the focused element and cannot be changed. */
export const FIXED_KEYS: readonly { keys: readonly string[]; text: () => string }[] = [
  { keys: ['Enter'], text: () => t('Send the message') },
  { keys: ['Shift', 'Enter'], text: () => t('New line in the message') },
  { keys: ['F2'], text: () => t('Rename the terminal whose tab has the focus') },
  { keys: ['Delete'], text: () => t('Close the file whose tab has the focus') },
  { keys: ['F2'], text: () => t('Rename in the file tree') },
  { keys: ['Delete'], text: () => t('Delete in the file tree') },
  { keys: ['Ctrl', 'X'], text: () => t('Cut in the file tree') },
  { keys: ['Ctrl', 'V'], text: () => t('Move what is cut into the folder') },
  { keys: ['Shift', 'F10'], text: () => t('Open the menu of the row') },
  { keys: ['Left', 'Right'], text: () => t('Make the pane narrower or wider on its edge') },
  { keys: ['Escape', 'Tab'], text: () => t('Leave the editor, where Tab alone indents') },
];
