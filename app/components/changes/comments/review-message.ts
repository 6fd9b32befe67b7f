import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { linesOf, type QuotedLines } from './diff-rows.ts';
import { shownLines } from './shown-lines.ts';

/** Only this many lines are quoted; the agent reads the rest in the file. */
const MOST_QUOTED = 120;

/** A comment in the form in which it is sent. */
export interface SentComment {
  path: string;
  quote: DiffQuote;
  text: string;
  /** Its lines have changed since it was written. */
  isChanged: boolean;
}

/**
 * All comments as one Markdown message: a numbered list, so that the content of a comment cannot extend beyond its item. Quoted lines are
 * in a fence longer than any fence they contain; invisible characters and unusual line ends are written as escapes. `masked` hides secrets
 * in quoted lines, which come from a file and not from the user.
 */
export function reviewMessage(comments: readonly SentComment[], masked: (text: string) => string): string {
  const items = comments.map((comment, index) => {
    const marker = `${index + 1}. `;
    return `${marker}${indented(itemOf(comment, masked), ' '.repeat(marker.length))}`;
  });
  const count = comments.length;
  const intro = count === 1 ? 'My comment on your changes:' : `My ${count.toLocaleString('en')} comments on your changes:`;
  return [intro, ...items].join('\n\n');
}

function itemOf({ path, quote, text, isChanged }: SentComment, masked: (text: string) => string): string {
  const place = `${codeSpan(visibleName(path))}, ${englishRange(linesOf(quote))}`;
  const cut = quote.rows.length > MOST_QUOTED ? [`(The first ${MOST_QUOTED} of ${quote.rows.length.toLocaleString('en')} lines.)`] : [];
  const changed = isChanged ? ['(These lines have changed since I wrote this.)'] : [];
  return [place, quoteBlock(quote, masked), ...cut, ...changed, ownLines(text)].join('\n\n');
}

function englishRange({ first, last, isRemoved }: QuotedLines): string {
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  return isRemoved ? `removed ${lines}` : lines;
}

/** The first line already follows the item's number. */
function indented(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indent + line))
    .join('\n');
}

/** Formatted as part of a unified diff. */
function quoteBlock(quote: DiffQuote, masked: (text: string) => string): string {
  const lines = shownLines(quote.rows.slice(0, MOST_QUOTED)).map(({ sign, text }) => sign + text);
  const body = masked([rangeHead(quote), ...lines].join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}diff\n${body}\n${fence}`;
}

/** `@@ -3,2 +3,1 @@` */
function rangeHead({ start, newStart, rows }: DiffQuote): string {
  const [removed, added] = [rows.filter(({ sign }) => sign !== '+').length, rows.filter(({ sign }) => sign !== '-').length];
  // A range without lines is named by the line before it.
  const range = (first: number, count: number) => `${count === 0 ? first : first + 1},${count}`;
  return `@@ -${range(start, removed)} +${range(newStart, added)} @@`;
}

/** The user's own words. Only line ends that the user can see count as line ends. */
function ownLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

/** The longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
