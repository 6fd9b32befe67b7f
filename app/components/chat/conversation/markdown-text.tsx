import { plural } from '../../../lib/i18n/plural.ts';
import './markdown-text.css';
import { memo, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { LongText } from '../../ui/long-text.tsx';
import { shownBlocks } from './shown-blocks.ts';
import { growBlocks, NO_BLOCKS, type TextBlocks } from './text-blocks.ts';
import { useRevealed } from './use-revealed.ts';

const MarkdownBlock = lazyPart(() => import('../markdown/markdown-block.tsx').then((module) => ({ default: memo(module.MarkdownBlock) })));

/**
 * Limits in characters: a longer block is shown as plain text. A growing paragraph is parsed from its beginning each time; other blocks are
 * not.
 */
const LONGEST_BLOCK = { settled: 100_000, growingParagraph: 20_000 };
/** Matches Markdown blocks that consist of pieces: code, lists, quotes, tables. */
const HAS_PIECES = /^ {0,3}(?:```|~~~|[-*+>|]|\d+[.)]\s)/;

interface MarkdownTextProps {
  text: string;
  /** Whether more text may follow. */
  isLive?: boolean;
}

/** The agent's text. While it streams, only new blocks render; the middle of a very long response is shown on a click. */
export function MarkdownText({ text, isLive = false }: MarkdownTextProps) {
  const blocks = useRef<TextBlocks>(NO_BLOCKS);
  const [isWhole, setIsWhole] = useState(false);
  const revealed = useRevealed(text.length);
  blocks.current = growBlocks(blocks.current, revealed < text.length ? text.slice(0, revealed) : text);
  const { settled, open } = blocks.current;
  const all = open.trim() === '' ? settled : [...settled, open];
  const { first, last, hidden } = isWhole ? { first: all.length, last: all.length, hidden: 0 } : shownBlocks(all, revealed);
  const show = (from: number, to: number) =>
    all.slice(from, to).map((block, offset) => {
      const index = from + offset;
      const isOpen = isLive && index === settled.length;
      const longest = isOpen && !HAS_PIECES.test(block) ? LONGEST_BLOCK.growingParagraph : LONGEST_BLOCK.settled;
      // Blocks are only added at the end, so the index identifies a block.
      return block.length > longest ? <PlainBlock key={index} text={block} /> : <MarkdownBlock key={index} text={block} isLive={isOpen} />;
    });
  const hiddenPart = <HiddenPart key="hidden" characters={hidden} onShow={() => setIsWhole(true)} />;
  return (
    <div className="prose">
      <Suspense fallback={<PlainBlock text={text} isLoading />}>
        {/* One list without the hidden blocks: blocks after the gap keep their place in the page when it is filled. */}
        {[...show(0, first), ...(hidden > 0 ? [hiddenPart] : []), ...show(last, all.length)]}
      </Suspense>
    </div>
  );
}

function HiddenPart({ characters, onShow }: { characters: number; onShow: () => void }) {
  return (
    <button type="button" className="c-accent underline cursor-pointer" onClick={onShow}>
      {plural(characters, {
        one: '{count} character is not shown: show all',
        other: '{count} characters are not shown: show all',
      })}
    </button>
  );
}

function PlainBlock({ text, isLoading }: { text: string; isLoading?: boolean }) {
  return (
    <p className="whitespace-pre-wrap break-words" aria-busy={isLoading}>
      <LongText text={text} />
    </p>
  );
}
