const count = (number: number, one: string, many: string) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of the panel that finds in all files. */
export const PROJECT_FIND_TEXT = {
  panel: 'Find in all files',
  query: 'Find in all files',
  replacement: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  expression: 'Regular expression',
  include: 'Files to include',
  exclude: 'Files to exclude',
  includeExample: 'Include: src/**, *.ts',
  excludeExample: 'Exclude: *.test.ts',
  replace: 'Replace',
  close: 'Close',
  results: 'Matches',
  searching: 'Searching…',
  replacing: 'Replacing…',
  none: 'No matches. What .gitignore excludes is not searched.',
  matches: (number: number) => count(number, 'match', 'matches'),
  found: (matches: number, files: number, isCut: boolean) =>
    `${isCut ? 'The first ' : ''}${count(matches, 'match', 'matches')} in ${count(files, 'file', 'files')}`,
  replaceAll: (matches: number) => `Replace ${count(matches, 'match', 'matches')}`,
  replaceFile: (name: string) => `Replace all in ${name}`,
  replaceOne: (line: number) => `Replace the match in line ${line}`,
  undo: 'Undo',
} as const;
