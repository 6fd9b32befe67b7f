import type { RefusedFor } from '../../shell/commands/keys/refused-chord.ts';

const REFUSED: Readonly<Record<RefusedFor, (keys: string) => string>> = {
  types: (keys) => `${keys} types, or moves what has the focus. Hold Ctrl or Alt as well, or take a key such as F7.`,
  browser: (keys) => `${keys} is the browser’s: it closes, opens or loads pages with it, and Devonz may not get it.`,
  edits: (keys) => `${keys} edits text: every field needs it.`,
  system: (keys) => `${keys} is the computer’s: Devonz does not get it.`,
};

/** What Settings → Shortcuts says. */
export const SHORTCUT_SETTINGS_TEXT = {
  search: 'Search shortcuts',
  placeholder: 'What it does, or its keys',
  nothing: (query: string) => `No shortcut is called “${query}”.`,
  mac: 'On a Mac, Cmd works where Ctrl is named. Keys are known by what is printed on them; where a keyboard has no Latin letters, by their place.',
  onlyWithKeys: 'Only those with keys',
  resetAll: 'Reset all',
  none: 'No keys',
  change: (text: string) => `Change keys of “${text}”`,
  reset: (text: string) => `Reset keys of “${text}”`,
  press: 'Press the new keys',
  recorder: (text: string) => `Press the new keys of “${text}”. Escape cancels, Backspace takes its keys away.`,
  hint: 'Escape cancels, Backspace takes the keys away.',
  conflict: (keys: string, owner: string) => `${keys} is “${owner}”: take it from there?`,
  take: (keys: string) => `Take ${keys}`,
  leave: 'Leave it',
  refused: (why: RefusedFor, keys: string) => REFUSED[why](keys),
  unknown: 'This key has no name that could be kept. Try another one.',
  bound: (text: string, keys: string) => `${keys} is now “${text}”.`,
  taken: (text: string, keys: string, owner: string) => `${keys} is now “${text}”; “${owner}” has no keys any more.`,
  cleared: (text: string) => `“${text}” has no keys any more.`,
  cancelled: (text: string) => `The keys of “${text}” stay as they are.`,
  wasReset: 'All commands have the keys they came with.',
  places: { editor: 'in the editor', terminal: 'in the terminal', card: 'on a card that waits', 'outside-editor': 'outside the editor' },
  fixed: 'Keys of what has the focus',
  fixedHint: 'They belong to a field, a list or a tree, and stay.',
} as const;

/** Keys that are no command’s: they do something with what has the focus, and cannot be changed. */
export const FIXED_KEYS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Enter'], text: 'Send the message' },
  { keys: ['Shift', 'Enter'], text: 'New line in the message' },
  { keys: ['F2'], text: 'Rename the terminal whose tab has the focus' },
  { keys: ['Delete'], text: 'Close the file whose tab has the focus' },
  { keys: ['F2'], text: 'Rename in the file tree' },
  { keys: ['Delete'], text: 'Delete in the file tree' },
  { keys: ['Ctrl', 'X'], text: 'Cut in the file tree' },
  { keys: ['Ctrl', 'V'], text: 'Move what is cut into the folder' },
  { keys: ['Shift', 'F10'], text: 'Open the menu of the row' },
  { keys: ['Left', 'Right'], text: 'Make the pane narrower or wider on its edge' },
  { keys: ['Escape', 'Tab'], text: 'Leave the editor, where Tab alone indents' },
];
