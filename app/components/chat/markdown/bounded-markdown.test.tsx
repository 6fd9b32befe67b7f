import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { depthOfMarkup } from '../../../../tests/markdown-fuzz/depth-of-markup.ts';
import { oddMarkdown } from '../../../../tests/markdown-fuzz/odd-markdown.ts';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import { DEEPEST_BLOCK } from '../../../lib/editor/bounded-markdown.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { MarkdownBlock } from './markdown-block.tsx';
import { parseMarkdown } from './parse-markdown.ts';

/** The deepest nesting of elements: containers, inline elements, and the elements of a table or code block. */
const DEEPEST_PAGE = DEEPEST_BLOCK + 35;

function drawn(text: string): string {
  return renderToStaticMarkup(
    <ReadyWorkbench actions={fakeActions({})}>
      <MarkdownBlock text={text} />
    </ReadyWorkbench>,
  );
}

describe('Markdown that nobody writes', () => {
  test.each([
    ['quotations in one line', `${'> '.repeat(5_000)}x`],
    ['lists in one line', `${'- '.repeat(5_000)}x`],
    ['numbered lists in one line', `${'1. '.repeat(5_000)}x`],
    ['lists in lines', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['quotations that grow', Array.from({ length: 300 }, (_, depth) => `${'> '.repeat(depth)}x`).join('\n\n')],
    ['emphasis', `${'*'.repeat(900)}x${'*'.repeat(900)}`],
    ['emphasis of many kinds', `${'**a _b '.repeat(300)}x${' b_ a**'.repeat(300)}`],
    ['pictures', `${'!['.repeat(400)}x${'](b)'.repeat(400)}`],
    ['links of no address', `${'['.repeat(400)}x${']'.repeat(400)}`],
  ])('%s: all of it is there, no deeper than a browser can lay out', (_, text) => {
    const markup = drawn(text);
    expect(markup).toContain('x');
    expect(depthOfMarkup(markup)).toBeLessThan(DEEPEST_PAGE);
  });

  test('what is deeper is there as it was written', () => {
    expect(drawn(`${'> '.repeat(100)}**deep** words`)).toContain('&gt; **deep** words');
  });

  test('of a list the lines that are deeper stay lines', () => {
    const markup = drawn(Array.from({ length: 24 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n'));
    expect(markup).toContain('>- level 21</p>');
    expect(markup).toContain('>- level 22</p>');
  });

  test.each([
    ['[a](', 100_000],
    ['*a_', 100_000],
    ['a* ', 100_000],
    ['[', 100_000],
    ['`a', 100_000],
    ['<![CDATA[', 100_000],
    ['~~a ', 100_000],
    ['&a;', 100_000],
    [')', 100_000],
  ])('%s a thousand times over is read in no time', (unit, length) => {
    const text = `http://a.b/${unit.repeat(length / unit.length)}`;
    expect(costOf(() => parseMarkdown(text, null))).toBeLessThan(60);
  });

  test('a line of megabytes without a blank is cut where its marks are too many, in no time', () => {
    const text = `${'a'.repeat(3_000)}*`.repeat(1_500);
    expect(costOf(() => parseMarkdown(text, null))).toBeLessThan(120);
  });

  test('a table whose rows would be filled up to millions of cells is text', () => {
    const markup = drawn(`${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|b|\n'.repeat(5_000)}`);
    expect(markup).not.toContain('<td');
    expect(markup.length).toBeLessThan(200_000);
  });

  test('a table whose own cells are many is a table', () => {
    const row = `${'|**b**'.repeat(8)}|\n`;
    expect(drawn(`${row}${'|-'.repeat(8)}|\n${row.repeat(3_000)}`).split('<td').length).toBe(8 * 3_000 + 1);
  });

  test.each([
    ['links', (index: number) => `[name ${index}](https://example.com/${index}), `, '<a '],
    ['links in lines', (index: number) => `[name ${index}](https://example.com/${index})\n`, '<a '],
    ['names with addresses', (index: number) => `Name ${index} <name${index}@example.com>\n`, '<a '],
    ['emphasis', (index: number) => `**word${index}** `, '<strong>'],
    ['code', (index: number) => `\`word${index}\` `, '<code>'],
  ])('one paragraph of 1,500 %s has them all', (_, word, element) => {
    const markup = drawn(Array.from({ length: 1_500 }, (_, index) => word(index)).join(''));
    expect(markup.split(element).length - 1).toBe(1_500);
  });

  test('an address without an end is no link, however often it is named', () => {
    const markup = drawn(`[a]: ${'b'.repeat(50_000)}\n\n${'[a] '.repeat(400)}`);
    expect(markup.length).toBeLessThan(100_000);
  });

  test('a letter carries as many marks as can be placed, and says how many it had', () => {
    expect(drawn(`a${'\u0301'.repeat(5_000)}b`)).toBe(`<p>a${'\u0301'.repeat(30)}‹4,970 more marks›b</p>`);
  });

  // `npm run markdown:fuzz` renders many more, also in a browser.
  test('a hundred odd texts, others each time the seed is: bounded in depth, with their first and last words', () => {
    const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1e9));
    for (let index = 0; index < 100; index += 1) {
      const { text, words } = oddMarkdown(seed, index, 20_000);
      const markup = drawn(text);
      for (const word of words) expect(markup, `seed ${seed}, ${index}`).toContain(word);
      expect(depthOfMarkup(markup), `seed ${seed}, ${index}`).toBeLessThan(DEEPEST_PAGE);
    }
  });
});
