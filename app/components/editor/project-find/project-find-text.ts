import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

const matchesText = (matches: number) => plural(matches, { one: '{count} match', other: '{count} matches' });

/** Texts of the search in all files. */
export const PROJECT_FIND_TEXT = {
  panel: () => t('Find in all files'),
  query: () => t('Find in all files'),
  replacement: () => t('Replace with'),
  matchCase: () => t('Match case'),
  wholeWord: () => t('Whole word'),
  expression: () => t('Regular expression'),
  include: () => t('Files to include'),
  exclude: () => t('Files to exclude'),
  includeExample: () => t('Include: src/**, *.ts'),
  excludeExample: () => t('Exclude: *.test.ts'),
  replace: () => t('Replace'),
  close: () => t('Close'),
  results: () => t('Matches'),
  searching: () => t('Searching…'),
  replacing: () => t('Replacing…'),
  none: () => t('No matches. What .gitignore excludes is not searched.'),
  matches: matchesText,
  found: (matches: number, files: number, isCut: boolean) => {
    const values = { matches: matchesText(matches), files: plural(files, { one: '{count} file', other: '{count} files' }) };
    return isCut ? t('The first {matches} in {files}', values) : t('{matches} in {files}', values);
  },
  replaceAll: (matches: number) => plural(matches, { one: 'Replace {count} match', other: 'Replace {count} matches' }),
  replaceFile: (name: string) => t('Replace all in {name}', { name }),
  replaceOne: (line: number) => t('Replace the match in line {line}', { line }),
  undo: () => t('Undo'),
} as const;
