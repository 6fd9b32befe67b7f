import { type MarkdownParser, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffQuote } from '../../../lib/protocol/review/review-comment.ts';
import { diffRows, quoteOf } from './diff-rows.ts';
import { reviewMessage as maskedMessage, type SentComment } from './review-message.ts';

const reviewMessage = (comments: readonly SentComment[]) => maskedMessage(comments, (text) => text);

import { shownLines } from './shown-lines.ts';

const quote = (rows: DiffQuote['rows'], start = 2): DiffQuote => ({ start, newStart: start, rows, above: null, below: null });
const comment = (text: string, rows: DiffQuote['rows'], path = 'src/App.tsx'): SentComment => ({
  ...{ path, text, isChanged: false },
  quote: quote(rows),
});

test('each comment has its path, lines, the quoted difference and what was said', () => {
  const message = reviewMessage([
    comment('Use the store.\n\nNot local state.', [
      { sign: '-', text: 'old' },
      { sign: '+', text: 'new' },
      { sign: ' ', text: '' },
    ]),
    { ...comment('Why?', [{ sign: '-', text: '```' }], 'a`b.md'), isChanged: true },
  ]);
  expect(message).toBe(
    [
      'My 2 comments on your changes:',
      '1. `src/App.tsx`, lines 3–4',
      '   ```diff\n   @@ -3,2 +3,2 @@\n   -old\n   +new\n    \n   ```',
      '   Use the store.',
      '   Not local state.',
      '2. ``a`b.md``, removed line 3',
      '   ````diff\n   @@ -3,1 +2,0 @@\n   -```\n   ````',
      '   (These lines have changed since I wrote this.)',
      '   Why?',
    ].join('\n\n'),
  );
});

test('of many lines the first are quoted, and how many there are is said', () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({ sign: '+' as const, text: `line ${index}` }));
  const message = reviewMessage([comment('Split this.', rows)]);
  expect(message).toContain('lines 3–502');
  expect(message).toContain('+line 119\n   ```\n\n   (The first 120 of 500 lines.)');
  expect(message).not.toContain('line 120');
});

test('a line of a megabyte is quoted by its beginning, and says so', () => {
  const rows = diffRows({ before: '', after: `${'x'.repeat(1_000_000)}\n` });
  const quoted = quoteOf(rows, { type: 'file' }) ?? expect.unreachable();
  const message = reviewMessage([{ ...comment('Minified?', []), quote: quoted }]);
  expect(message.length).toBeLessThan(1_300);
  expect(message).toContain('x… (999000 more characters)');
});

test('line ends of a whole file are no part of the quote; one that has changed is seen', () => {
  const dos = [{ sign: ' ', text: 'a\r' }] as const;
  expect(shownLines([...dos, { sign: '+', text: 'b\r' }]).map(({ text }) => text)).toEqual(['a', 'b']);
  expect(
    shownLines([
      { sign: '-', text: 'a' },
      { sign: '+', text: 'a\r' },
    ]).map(({ text }) => text),
  ).toEqual(['a', 'a‹U+000D›']);
});

const MARKDOWN: MarkdownParser = parser;

/** The items of the message's list as a reader of Markdown sees them: the lines of the first code block of each. */
function itemsOf(message: string): { top: string[]; blocks: string[][] } {
  const document = MARKDOWN.parse(message).topNode;
  const top: string[] = [];
  const blocks: string[][] = [];
  for (let node = document.firstChild; node !== null; node = node.nextSibling) {
    top.push(node.name);
    for (const item of node.getChildren('ListItem')) {
      const code = item.getChild('FencedCode');
      const indent = message.slice(item.from).search(/ /) + 1;
      const text = message.slice(code?.from, code?.to).split('\n');
      blocks.push(text.slice(1, -1).map((line) => line.slice(indent)));
    }
  }
  return { top, blocks };
}

const HOSTILE = [
  '```',
  '~~~~',
  '`````diff',
  '\0',
  '\r',
  '\u2028',
  '\u202e',
  '<!--',
  '<script>',
  '- ',
  '1. ',
  '> ',
  '    ',
  '\t',
  '---',
  '# ',
  '| a |',
  '[x]: y',
];
const hostileLine = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\n', ''));
const row = fc.record({ sign: fc.constantFrom('+', '-', ' '), text: hostileLine });
const said = fc.array(hostileLine, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
const comments = fc.array(
  fc.record({
    path: fc.string({ minLength: 1, unit: 'binary' }),
    quote: fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => quote(rows)),
    text: said,
    isChanged: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('whatever lines, words and paths hold, every quote is read back whole and nothing leaves its comment', () => {
  fc.assert(
    fc.property(comments, (given) => {
      const { top, blocks } = itemsOf(reviewMessage(given));
      expect(top).toEqual(['Paragraph', 'OrderedList']);
      const quoted = given.map(({ quote: { rows } }) => shownLines(rows).map(({ sign, text }) => sign + text));
      expect(blocks.map(([, ...lines]) => lines)).toEqual(quoted);
    }),
    { numRuns: 500 },
  );
});

test('quoted lines are masked and the user’s own words are not', () => {
  const rows = [{ sign: '+' as const, text: 'KEY=s3cret-value' }];
  const message = maskedMessage([comment('Why s3cret-value?', rows)], (text) => text.replaceAll('s3cret-value', '[secret: KEY of .env]'));
  expect(message).toContain('+KEY=[secret: KEY of .env]');
  expect(message).toContain('Why s3cret-value?');
});
