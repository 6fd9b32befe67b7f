import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { commentsText } from './comments-text.ts';
import { linesOf } from './diff-rows.ts';
import { shownLines } from './shown-lines.ts';

/** So many lines are quoted; the agent reads the rest in the file. */
const MOST_QUOTED = 120;

/** A comment as it is sent. */
export interface SentComment {
  path: string;
  quote: DiffQuote;
  text: string;
  /** Its lines are not as they were any more. */
  isChanged: boolean;
}

/**
 * All comments as one message in Markdown: a numbered list, so that whatever one of them holds ends with its item. Quoted lines are in a
 * fence that is longer than any in them; what does not show in them, or would end a line, is written out. `masked`: of quoted lines, which
 * are a file's words and not the user's.
 */
export function reviewMessage(comments: readonly SentComment[], masked: (text: string) => string): string {
  const items = comments.map((comment, index) => {
    const marker = `${index + 1}. `;
    return `${marker}${indented(itemOf(comment, masked), ' '.repeat(marker.length))}`;
  });
  return [commentsText.message.intro(comments.length), ...items].join('\n\n');
}

function itemOf({ path, quote, text, isChanged }: SentComment, masked: (text: string) => string): string {
  const place = commentsText.message.place(codeSpan(visibleName(path)), linesOf(quote));
  const cut = quote.rows.length > MOST_QUOTED ? [commentsText.message.cut(MOST_QUOTED, quote.rows.length)] : [];
  const changed = isChanged ? [commentsText.message.changed] : [];
  return [place, quoteBlock(quote, masked), ...cut, ...changed, ownLines(text)].join('\n\n');
}

/** The first line is behind the item's number already. */
function indented(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indent + line))
    .join('\n');
}

/** As a part of a unified diff. */
function quoteBlock(quote: DiffQuote, masked: (text: string) => string): string {
  const lines = shownLines(quote.rows.slice(0, MOST_QUOTED)).map(({ sign, text }) => sign + text);
  const body = masked([rangeHead(quote), ...lines].join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}diff\n${body}\n${fence}`;
}

/** `@@ -3,2 +3,1 @@` */
function rangeHead({ start, newStart, rows }: DiffQuote): string {
  const [removed, added] = [rows.filter(({ sign }) => sign !== '+').length, rows.filter(({ sign }) => sign !== '-').length];
  // Of no lines the one that they come after.
  const range = (first: number, count: number) => `${count === 0 ? first : first + 1},${count}`;
  return `@@ -${range(start, removed)} +${range(newStart, added)} @@`;
}

/** The user's own words; only what would end a line otherwise than they see it is one end. */
function ownLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

/** Of backticks in a row. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
