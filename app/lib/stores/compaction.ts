import { atom } from 'nanostores';
import type { CompactionPreview } from '../agent/contract/agent-session.ts';

export type { CompactionPreview };

/** The dialog that shows a summary before it is accepted. */
export type CompactionView =
  | { state: 'closed' }
  | { state: 'asking' }
  | { state: 'ready'; preview: CompactionPreview; problem: string | null; isApplying: boolean }
  | { state: 'failed'; problem: string };

export const $compaction = atom<CompactionView>({ state: 'closed' });

/** The session is summarising the middle of the conversation before a step. */
export const $isSummarising = atom(false);
