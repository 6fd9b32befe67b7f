/** Words of the list that opens files. */
export const QUICK_OPEN_TEXT = {
  title: 'Open a file',
  placeholder: 'File name; :42 for a line',
  nothing: (name: string) => (name === '' ? 'No file is open, and the project has none.' : `No file is called “${name}”.`),
  line: (line: number) => `line ${line}`,
} as const;
