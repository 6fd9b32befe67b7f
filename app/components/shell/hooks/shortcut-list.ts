export interface Shortcut {
  keys: readonly string[];
  text: string;
}

/** As Settings → Shortcuts lists them. On a Mac, Ctrl is Cmd. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], text: 'Search or run a command' },
  { keys: ['Ctrl', 'P'], text: 'Open a file by its name' },
  { keys: ['Ctrl', 'F'], text: 'Find in the open file' },
  { keys: ['Ctrl', 'F'], text: 'Find in the terminal that has the focus' },
  { keys: ['F2'], text: 'Rename the terminal whose tab has the focus' },
  { keys: ['Shift', 'Alt', 'F'], text: 'Format the open file' },
  { keys: ['Ctrl', 'Shift', 'F'], text: 'Find and replace in all files' },
  { keys: ['Ctrl', 'Shift', 'O'], text: 'Go to a symbol in the open file' },
  { keys: ['F12'], text: 'Go to the definition' },
  { keys: ['Alt', 'F1'], text: 'Show the type at the caret' },
  { keys: ['F8'], text: 'Go to the next problem in the file' },
  { keys: ['Ctrl', ','], text: 'Settings' },
  { keys: ['Alt', 'N'], text: 'New chat' },
  { keys: ['Alt', 'A'], text: 'Go to the question that waits' },
  { keys: ['Alt', 'M'], text: 'Go to the message box' },
  { keys: ['Ctrl', '↵'], text: 'Approve the focused card' },
  { keys: ['Enter'], text: 'Send the message' },
  { keys: ['Shift', 'Enter'], text: 'New line in the message' },
];
