import { describe, expect, it } from 'vitest';
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
    expect(growBlocks(before, 'Else')).toEqual({ settled: [], open: 'Else', settledLength: 0 });
  });
});
