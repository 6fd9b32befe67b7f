export const SHORTCUT_SETTINGS_TEXT = {
  search: 'Search shortcuts',
  placeholder: 'What it does, or its keys',
  nothing: (query: string) => `No shortcut is called “${query}”.`,
  mac: 'On a Mac, Cmd works where Ctrl is named.',
} as const;
