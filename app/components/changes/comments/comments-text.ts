import { plural } from '../../ui/text/plural.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import type { QuotedLines } from './diff-rows.ts';

/** `lines 3–5`, `removed line 3` */
function rangeText({ first, last, isRemoved }: QuotedLines): string {
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  return isRemoved ? `removed ${lines}` : lines;
}

/** What the comments of the Changes area say. */
export const commentsText = {
  /** Of a card, where the file is named above it. */
  place: (lines: QuotedLines) => rangeText(lines).replace(/^./, (first) => first.toUpperCase()),
  placeIn: (path: string, lines: QuotedLines) => `${visibleName(path)}, ${rangeText(lines)}`,
  comment: 'Comment',
  commentOn: (lines: QuotedLines) => `Comment on ${rangeText(lines)}`,
  commentOnFile: (path: string) => `Comment on ${visibleName(path)}`,
  field: (path: string, lines: QuotedLines) => `Comment on ${rangeText(lines)} of ${visibleName(path)}`,
  placeholder: 'What should the agent do here?',
  add: 'Add comment',
  save: 'Save comment',
  cancel: 'Cancel',
  edit: 'Edit',
  editOn: (lines: QuotedLines) => `Edit the comment on ${rangeText(lines)}`,
  delete: 'Delete',
  deleteOn: (lines: QuotedLines) => `Delete the comment on ${rangeText(lines)}`,
  sent: 'Sent',
  changed: 'The lines have changed since. It was written about:',
  quoteOf: (lines: QuotedLines) => `Earlier text of ${rangeText(lines)}`,
  changedShort: 'Lines changed since',
  elsewhere: 'Not among the changes that are shown',
  /** A line of the text was chosen by keyboard or pointer. */
  keysHint: 'Arrow keys choose a line, with Shift several; Enter comments on them.',
  list: 'Comments',
  count: (count: number) => plural(count, 'comment'),
  sentCount: (count: number) => `${count.toLocaleString('en')} sent`,
  send: (count: number) => `Send ${plural(count, 'comment')} to the agent`,
  sendLater: 'Send after this task',
  waits: 'They go in after this step.',
  clearSent: (count: number) => `Clear ${plural(count, 'sent comment')}`,
  /** What the agent reads. */
  message: {
    intro: (count: number) => (count === 1 ? 'My comment on your changes:' : `My ${plural(count, 'comment')} on your changes:`),
    /** `path` is Markdown. */
    place: (path: string, lines: QuotedLines) => `${path}, ${rangeText(lines)}`,
    cut: (shown: number, all: number) => `(The first ${shown} of ${plural(all, 'line')}.)`,
    changed: '(These lines have changed since I wrote this.)',
  },
} as const;
