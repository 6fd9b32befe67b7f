import { type RefObject, useMemo } from 'react';
import { $chat } from '../../../lib/stores/chat.ts';
import { useFrameStore } from '../../ui/hooks/use-frame-store.ts';
import { useNearness } from '../../ui/scroll/use-nearness.ts';
import { ConversationBlock } from './conversation-block.tsx';
import type { ConversationRow } from './conversation-rows.ts';
import { blocksOf } from './row-blocks.ts';
import { useAllShown } from './use-all-shown.ts';

/** Number of last blocks that are always rendered: the user is usually at the end, which must have its true height. */
const HELD = 3;
const MARGINS = { near: 1_500, far: 15_000 };

/** Returns, for each tool, the key of its newest call. */
function newestKeys(rows: readonly ConversationRow[]): ReadonlySet<string> {
  return new Set(new Map(rows.flatMap((row) => (row.kind === 'step' ? [[row.step.toolName, row.key] as const] : []))).values());
}

/** Returns, for each turn, the key of the agent's first text. */
function firstTexts(rows: readonly ConversationRow[]): ReadonlySet<string> {
  const keys = new Set<string>();
  let isOpen = true;
  for (const row of rows) {
    if (row.kind === 'user') isOpen = true;
    if (row.kind !== 'text' || !isOpen) continue;
    keys.add(row.key);
    isOpen = false;
  }
  return keys;
}

interface ConversationBlocksProps {
  scroller: RefObject<HTMLElement>;
  rows: readonly ConversationRow[];
  /** Keys of the folds that the user has opened. */
  opened: ReadonlySet<string>;
  onToggleFold: (key: string) => void;
}

/** The rows of the conversation, in blocks. Only blocks near the view are rendered. */
export function ConversationBlocks({ scroller, rows, opened, onToggleFold }: ConversationBlocksProps) {
  const messageMeta = useFrameStore($chat, (chat) => chat.messageMeta);
  const nearness = useNearness(scroller, MARGINS);
  const isAllShown = useAllShown(rows);
  const blocks = useMemo(() => blocksOf(rows), [rows]);
  const newest = useMemo(() => newestKeys(rows), [rows]);
  const responses = useMemo(() => firstTexts(rows), [rows]);
  return (
    <>
      {blocks.map((block, index) => (
        <ConversationBlock
          key={block.key}
          nearness={nearness}
          isHeld={isAllShown || index >= blocks.length - HELD}
          rows={block.rows.map((row) => ({
            row,
            meta: row.kind === 'user' ? messageMeta?.get(row.messageId) : undefined,
            isNewest: newest.has(row.key),
            isResponse: responses.has(row.key),
            isFoldOpen: opened.has(row.key),
            onToggleFold,
          }))}
        />
      ))}
    </>
  );
}
