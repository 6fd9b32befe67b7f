import { memo, useRef } from 'react';
import type { Nearness } from '../../ui/scroll/create-nearness.ts';
import { useNearBlock } from '../../ui/scroll/use-near-block.ts';
import { ConversationRowView, type ConversationRowViewProps } from './conversation-row-view.tsx';

/** Height in pixels that is assumed for a row until it has been rendered once. */
const USUAL_HEIGHT = 72;

interface ConversationBlockProps {
  rows: readonly ConversationRowViewProps[];
  /** `null` until the log is mounted. */
  nearness: Nearness | null;
  /** Whether it is always rendered: it is one of the last blocks, or all blocks are shown. */
  isHeld: boolean;
}

function isSameRow(one: ConversationRowViewProps, other: ConversationRowViewProps | undefined): boolean {
  return (
    other !== undefined &&
    one.row === other.row &&
    one.meta === other.meta &&
    one.isNewest === other.isNewest &&
    one.isResponse === other.isResponse &&
    one.isFoldOpen === other.isFoldOpen &&
    one.onToggleFold === other.onToggleFold
  );
}

function isSameBlock(one: ConversationBlockProps, other: ConversationBlockProps): boolean {
  return (
    one.nearness === other.nearness &&
    one.isHeld === other.isHeld &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => isSameRow(row, other.rows[index]))
  );
}

/**
 * Some turns of the conversation. Far from the view it is an empty placeholder of the same height, so the cost of a long conversation
 * depends only on the blocks near the view.
 */
export const ConversationBlock = memo(function ConversationBlock({ rows, nearness, isHeld }: ConversationBlockProps) {
  const block = useRef<HTMLDivElement>(null);
  const { isNear, height } = useNearBlock(block, nearness, isHeld);
  const isShown = isHeld || isNear;
  return (
    <div ref={block} className="conversation-block" style={isShown ? undefined : { height: height ?? rows.length * USUAL_HEIGHT }}>
      {isShown && rows.map((props) => <ConversationRowView key={props.row.key} {...props} />)}
    </div>
  );
}, isSameBlock);
