import { t } from '../../../lib/i18n/t.ts';
import type { RefusedFor } from '../../page/keys/refused-chord.ts';
import { chordName } from '../../ui/text/key-name.ts';

const REFUSED: Readonly<Record<RefusedFor, (keys: string) => string>> = {
  types: (keys) =>
    t('{keys} types, or moves what has the focus. Hold Ctrl or Alt as well, or take a key such as F7.', { keys: chordName(keys) }),
  browser: (keys) =>
    t('{keys} is the browser’s: it closes, opens or loads pages with it, and Devonz may not get it.', { keys: chordName(keys) }),
  edits: (keys) => t('{keys} edits text: every field needs it.', { keys: chordName(keys) }),
  system: (keys) => t('{keys} is the computer’s: Devonz does not get it.', { keys: chordName(keys) }),
};

/** The texts of Settings → Shortcuts. */
export const SHORTCUT_SETTINGS_TEXT = {
  search: () => t('Search shortcuts'),
  placeholder: () => t('What it does, or its keys'),
  nothing: (query: string) => t('No shortcut is called “{query}”.', { query }),
  mac: () =>
    t(
      'On a Mac, Cmd works where Ctrl is named. Keys are known by what is printed on them; where a keyboard has no Latin letters, by their place.',
    ),
  onlyWithKeys: () => t('Only those with keys'),
  resetAll: () => t('Reset all'),
  none: () => t('No keys'),
  change: (text: string) => t('Change keys of “{text}”', { text }),
  reset: (text: string) => t('Reset keys of “{text}”', { text }),
  press: () => t('Press the new keys'),
  recorder: (text: string) => t('Press the new keys of “{text}”. Escape cancels, Backspace takes its keys away.', { text }),
  hint: () => t('Escape cancels, Backspace takes the keys away.'),
  conflict: (keys: string, owner: string) => t('{keys} is “{owner}”: take it from there?', { keys: chordName(keys), owner }),
  take: (keys: string) => t('Take {keys}', { keys: chordName(keys) }),
  leave: () => t('Leave it'),
  refused: (why: RefusedFor, keys: string) => REFUSED[why](keys),
  unknown: () => t('This key cannot be kept as a shortcut. Try another one.'),
  bound: (text: string, keys: string) => t('{keys} is now “{text}”.', { keys: chordName(keys), text }),
  taken: (text: string, keys: string, owner: string) =>
    t('{keys} is now “{text}”; “{owner}” has no keys any more.', { keys: chordName(keys), text, owner }),
  cleared: (text: string) => t('“{text}” has no keys any more.', { text }),
  cancelled: (text: string) => t('The keys of “{text}” stay as they are.', { text }),
  wasReset: () => t('All commands have the keys they came with.'),
  places: {
    editor: () => t('in the editor'),
    terminal: () => t('in the terminal'),
    card: () => t('on a card that waits'),
    'outside-editor': () => t('outside the editor'),
  },
  fixed: () => t('Keys of what has the focus'),
  fixedHint: () => t('They belong to a field, a list or a tree, and cannot be changed.'),
} as const;

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
