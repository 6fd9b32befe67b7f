import './markdown-text.css';
import { lazy, memo, Suspense, useRef, useState } from 'react';
import { LongText } from '../../ui/long-text.tsx';
import { shownBlocks } from './shown-blocks.ts';
import { growBlocks, NO_BLOCKS, type TextBlocks } from './text-blocks.ts';

const MarkdownBlock = lazy(() => import('./markdown-block.tsx').then((module) => ({ default: memo(module.MarkdownBlock) })));

/** Longer blocks are text and no Markdown. Characters: a block that grows is read as Markdown from its beginning with each frame. */
const LONGEST_BLOCK = { settled: 100_000, growing: 20_000 };

interface MarkdownTextProps {
  text: string;
  /** More of it may come. */
  isLive?: boolean;
}

/** The agent's words. While they stream, only the last block renders again; of a very long answer the middle waits for a click. */
export function MarkdownText({ text, isLive = false }: MarkdownTextProps) {
  const blocks = useRef<TextBlocks>(NO_BLOCKS);
  const [isWhole, setIsWhole] = useState(false);
  blocks.current = growBlocks(blocks.current, text);
  const { settled, open } = blocks.current;
  const all = open.trim() === '' ? settled : [...settled, open];
  const { first, last, hidden } = isWhole ? { first: all.length, last: all.length, hidden: 0 } : shownBlocks(all, text.length);
  const show = (from: number, to: number) =>
    all.slice(from, to).map((block, offset) => {
      const index = from + offset;
      const longest = isLive && index === settled.length ? LONGEST_BLOCK.growing : LONGEST_BLOCK.settled;
      // Blocks are only ever added at the end: the index is a block's identity.
      return block.length > longest ? <PlainBlock key={index} text={block} /> : <MarkdownBlock key={index} text={block} />;
    });
  return (
    <div className="prose">
      <Suspense fallback={<PlainBlock text={text} />}>
        {show(0, first)}
        {hidden > 0 && (
          <button type="button" className="c-accent underline cursor-pointer" onClick={() => setIsWhole(true)}>
            {`${hidden.toLocaleString('en')} characters are not shown: show all`}
          </button>
        )}
        {show(last, all.length)}
      </Suspense>
    </div>
  );
}

function PlainBlock({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap break-words">
      <LongText text={text} />
    </p>
  );
}
