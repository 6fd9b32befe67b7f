import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import { growBlocks, NO_BLOCKS } from './text-blocks.ts';

function blocksOf(text: string): string[] {
  const { settled, open } = growBlocks(NO_BLOCKS, text);
  return [...settled, open].map((block) => block.trimEnd()).filter(Boolean);
}

describe('growBlocks', () => {
  it('cuts paragraphs at blank lines', () => {
    expect(blocksOf('One.\nStill one.\n\nTwo.\n\nThree.\n')).toEqual(['One.\nStill one.', 'Two.', 'Three.']);
  });

  it('keeps a fence with blank lines in it whole, and a list whose items are apart', () => {
    const fence = '```js\na\n\nb\n```';
    expect(blocksOf(`${fence}\n\nAfter\n`)).toEqual([fence, 'After']);
    expect(blocksOf('- a\n\n- b\n\nAfter\n')).toEqual(['- a\n\n- b', 'After']);
  });

  it('gives the same blocks whether the text comes at once or character by character', () => {
    const text = '# Title\n\nText with `code`.\n\n~~~\nx\n\n~~~\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n\nEnd';
    let blocks = NO_BLOCKS;
    for (let length = 1; length <= text.length; length += 1) blocks = growBlocks(blocks, text.slice(0, length));
    expect(blocks).toEqual(growBlocks(NO_BLOCKS, text));
    expect([...blocks.settled, blocks.open].join('')).toBe(text);
  });

  it('leaves settled blocks untouched when text is added, so that they need not render again', () => {
    const before = growBlocks(NO_BLOCKS, 'One.\n\nTwo.\nx');
    const after = growBlocks(before, 'One.\n\nTwo.\nxyz');
    expect(after.settled).toBe(before.settled);
    expect(growBlocks(after, 'One.\n\nTwo.\nxyz')).toBe(after);
  });

  it('begins again when the text is another one', () => {
    const before = growBlocks(NO_BLOCKS, 'One.\n\nTwo.\n\nThree');
    expect(growBlocks(before, 'Else')).toMatchObject({ settled: [], open: 'Else', settledLength: 0 });
  });

  it('reads a block of a megabyte once, however small the pieces are', () => {
    const line = 'a line of a long list of nothing\n';
    let blocks = NO_BLOCKS;
    const text = line.repeat(30_000);
    const cost = costOf(() => {
      for (let count = 0; count < 30_000; count += 1) blocks = growBlocks(blocks, text.slice(0, (count + 1) * line.length));
    });
    expect(blocks.scan.at).toBe(text.length);
    expect(blocks.settled).toEqual([]);
    // Reading from the beginning for each piece would read 15 GB.
    expect(cost).toBeLessThan(100);
  });

  it('cuts the same blocks whatever the pieces are', () => {
    const lines = fc.constantFrom('', ' ', 'text', '- item', '```', '~~~', '> quote', '1. one', '    code');
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 30 }), fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (chosen, sizes) => {
        const text = chosen.join('\n');
        let blocks = NO_BLOCKS;
        for (let length = 0, turn = 0; length < text.length; turn += 1) {
          length = Math.min(text.length, length + (sizes[turn % sizes.length] ?? 1));
          blocks = growBlocks(blocks, text.slice(0, length));
        }
        expect(blocks).toEqual(growBlocks(NO_BLOCKS, text));
      }),
    );
  });
});
