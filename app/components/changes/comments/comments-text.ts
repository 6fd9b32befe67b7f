import { numberText } from '../../../lib/i18n/number-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t, tIn } from '../../../lib/i18n/t.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import type { QuotedLines } from './diff-rows.ts';

/** Formats a range as in `lines 3–5` or `removed line 3`. */
function rangeText({ first, last, isRemoved }: QuotedLines): string {
  if (first === last) return t(isRemoved ? 'removed line {first}' : 'line {first}', { first });
  return t(isRemoved ? 'removed lines {first}–{last}' : 'lines {first}–{last}', { first, last });
}

/** Formats a range as a title, not for use inside a sentence. */
function rangeTitle({ first, last, isRemoved }: QuotedLines): string {
  if (first === last) return t(isRemoved ? 'Removed line {first}' : 'Line {first}', { first });
  return t(isRemoved ? 'Removed lines {first}–{last}' : 'Lines {first}–{last}', { first, last });
}

/** Formats a range in English, for the agent. */
function englishRange({ first, last, isRemoved }: QuotedLines): string {
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  return isRemoved ? `removed ${lines}` : lines;
}

/** Texts of the comments in the Changes area. */
export const commentsText = {
  /** The place on a card below the file's name. */
  place: rangeTitle,
  placeIn: (path: string, lines: QuotedLines) => t('{path}, {lines}', { path: visibleName(path), lines: rangeText(lines) }),
  comment: () => t('Comment'),
  commentOn: (lines: QuotedLines) => t('Comment on {lines}', { lines: rangeText(lines) }),
  cardOf: (lines: QuotedLines) => tIn('of a card', 'Comment on {lines}', { lines: rangeText(lines) }),
  commentOnFile: (path: string) => t('Comment on {path}', { path: visibleName(path) }),
  field: (path: string, lines: QuotedLines) => t('Comment on {lines} of {path}', { lines: rangeText(lines), path: visibleName(path) }),
  placeholder: () => t('What should the agent do here?'),
  add: () => t('Add comment'),
  save: () => t('Save comment'),
  cancel: () => t('Cancel'),
  edit: () => t('Edit'),
  editOn: (lines: QuotedLines) => t('Edit the comment on {lines}', { lines: rangeText(lines) }),
  delete: () => t('Delete'),
  deleteOn: (lines: QuotedLines) => t('Delete the comment on {lines}', { lines: rangeText(lines) }),
  sent: () => t('Sent'),
  changed: () => t('The lines have changed since. It was written about:'),
  quoteOf: (lines: QuotedLines) => t('Earlier text of {lines}', { lines: rangeText(lines) }),
  changedShort: () => t('Lines changed since'),
  elsewhere: () => t('Not among the changes that are shown'),
  /** Shown when a line was selected by keyboard or pointer. */
  keysHint: () => t('Arrow keys choose a line, with Shift several; Enter comments on them.'),
  list: () => t('Comments'),
  count: (count: number) => plural(count, { one: '{count} comment', other: '{count} comments' }),
  sentCount: (count: number) => t('{amount} sent', { amount: numberText(count) }),
  send: (count: number) => plural(count, { one: 'Send {count} comment to the agent', other: 'Send {count} comments to the agent' }),
  sendLater: () => t('Send after this task'),
  waits: () => t('They go in after this step.'),
  clearSent: (count: number) => plural(count, { one: 'Clear {count} sent comment', other: 'Clear {count} sent comments' }),
  /** Text for the agent, in English. */
  message: {
    intro: (count: number) => (count === 1 ? 'My comment on your changes:' : `My ${count.toLocaleString('en')} comments on your changes:`),
    /** `path` is Markdown. */
    place: (path: string, lines: QuotedLines) => `${path}, ${englishRange(lines)}`,
    cut: (shown: number, all: number) => `(The first ${shown} of ${all.toLocaleString('en')} lines.)`,
    changed: '(These lines have changed since I wrote this.)',
  },
} as const;
