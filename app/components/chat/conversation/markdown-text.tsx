import { lazy, memo, Suspense, useRef } from 'react';
import { growBlocks, NO_BLOCKS, type TextBlocks } from './text-blocks.ts';

const MarkdownBlock = lazy(() => import('./markdown-block.tsx').then((module) => ({ default: memo(module.MarkdownBlock) })));

/** The agent's words. While they stream, only the last block renders again. */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useRef<TextBlocks>(NO_BLOCKS);
  blocks.current = growBlocks(blocks.current, text);
  const { settled, open } = blocks.current;
  const all = open.trim() === '' ? settled : [...settled, open];
  return (
    <div className="prose">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        {all.map((block, index) => (
          // Blocks are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the block's identity
          <MarkdownBlock key={index} text={block} />
        ))}
      </Suspense>
    </div>
  );
}
