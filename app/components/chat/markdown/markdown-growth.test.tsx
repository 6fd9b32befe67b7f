// @vitest-environment happy-dom
import { GFM, type MarkdownParser, parser } from '@lezer/markdown';
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { piecesOf } from './code-lines.tsx';
import { MarkdownBlock } from './markdown-block.tsx';
import { type ParsedMarkdown, parseMarkdown } from './parse-markdown.ts';

afterEach(cleanup);

/** Returns a parser that counts the lines that it reads. */
function countingParser(): { markdown: MarkdownParser; lines: () => number } {
  let lines = 0;
  const markdown = parser.configure([
    GFM,
    {
      parseBlock: [
        {
          name: 'Counting',
          before: 'LinkReference',
          parse: () => {
            lines += 1;
            return false;
          },
        },
      ],
    },
  ]);
  return { markdown, lines: () => lines };
}

/** Number of items, written as one Markdown list. */
const ITEMS = 2_000;

describe('Markdown that grows', () => {
  test('reads each item of a long list a few times, however often more of it comes', () => {
    const { markdown, lines } = countingParser();
    let text = '';
    let parsed: ParsedMarkdown | null = null;
    for (let item = 0; item < ITEMS; item += 1) {
      text += `- item ${item} with **words**\n`;
      parsed = parseMarkdown(text, parsed, markdown);
    }
    // Parsing from the beginning for each piece would read two million lines.
    expect(lines()).toBeLessThan(10 * ITEMS);
  });

  test('is the same as when it comes at once, wherever it is cut', () => {
    const whole =
      '# T\n\nOne *two* `three`\n\n- a\n- b\n  - c\n\n```ts\nconst a = 1;\n\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n\n1. x\n\n[l](https://a.example) 😀 שלום\n';
    const { container: expected } = render(<MarkdownBlock text={whole} />);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const { container, rerender, unmount } = render(<MarkdownBlock text="" />);
        for (let length = 0, turn = 0; length < whole.length; turn += 1) {
          length = Math.min(whole.length, length + (sizes[turn % sizes.length] ?? 1));
          rerender(<MarkdownBlock text={whole.slice(0, length)} />);
        }
        expect(container.innerHTML).toBe(expected.innerHTML);
        unmount();
      }),
      { numRuns: 30 },
    );
  });

  test('leaves the elements of what came before as they are', () => {
    const { container, rerender } = render(<MarkdownBlock text={'- one\n- two\n'} />);
    const [one] = container.querySelectorAll('li');
    rerender(<MarkdownBlock text={'- one\n- two\n- three\n'} />);
    expect(container.querySelectorAll('li')).toHaveLength(3);
    expect(container.querySelector('li')).toBe(one);
  });

  test('keeps pieces of code whole lines, and all of its text', () => {
    const code = Array.from({ length: 400 }, (_, line) => `line ${line}\n`).join('');
    const pieces = piecesOf(code);
    expect(pieces.join('')).toBe(code);
    expect(pieces.length).toBeGreaterThan(4);
    const grown = piecesOf(`${code}more`);
    expect(grown.slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1));
    const { container } = render(<MarkdownBlock text={`\`\`\`\n${code}\`\`\``} />);
    expect(container.querySelector('code')?.textContent).toBe(code);
  });

  test('shows halves of what is not there yet as what they are: text', () => {
    for (const half of ['**bold', '| a | b', '| a | b |\n|--', '[link](https://', '```', '- ', '<b', '&am', '1.', '> ']) {
      const { container, unmount } = render(<MarkdownBlock text={`Before\n\n${half}`} />);
      expect(container.querySelector('p')?.textContent).toBe('Before');
      expect(container.querySelectorAll('a[href=""]')).toHaveLength(0);
      unmount();
    }
  });
});
