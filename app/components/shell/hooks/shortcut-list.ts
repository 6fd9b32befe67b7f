import { t } from '../../../lib/i18n/t.ts';
export interface Shortcut {
  keys: readonly string[];
  text: () => string;
}

/** As Settings → Shortcuts lists them. On a Mac, Ctrl is Cmd. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], text: () => t('Search or run a command') },
  { keys: ['Ctrl', 'P'], text: () => t('Open a file by its name') },
  { keys: ['Ctrl', 'F'], text: () => t('Find in the open file') },
  { keys: ['Ctrl', 'F'], text: () => t('Find in the terminal that has the focus') },
  { keys: ['F2'], text: () => t('Rename the terminal whose tab has the focus') },
  { keys: ['Shift', 'Alt', 'F'], text: () => t('Format the open file') },
  { keys: ['Ctrl', 'Shift', 'F'], text: () => t('Find and replace in all files') },
  { keys: ['Ctrl', 'Shift', 'O'], text: () => t('Go to a symbol in the open file') },
  { keys: ['F12'], text: () => t('Go to the definition') },
  { keys: ['Alt', 'F1'], text: () => t('Show the type at the caret') },
  { keys: ['F8'], text: () => t('Go to the next problem in the file') },
  { keys: ['Ctrl', ','], text: () => t('Settings') },
  { keys: ['Alt', 'N'], text: () => t('New chat') },
  { keys: ['Alt', 'A'], text: () => t('Go to the question that waits') },
  { keys: ['Alt', 'M'], text: () => t('Go to the message box') },
  { keys: ['Ctrl', '↵'], text: () => t('Approve the focused card') },
  { keys: ['Enter'], text: () => t('Send the message') },
  { keys: ['Shift', 'Enter'], text: () => t('New line in the message') },
];
