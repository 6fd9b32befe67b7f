import type { KeyboardEvent } from 'react';

export type EnhancingState =
  | { state: 'rest' }
  | { state: 'asking'; stop: AbortController }
  /** What was in the box before, and what is in it since. */
  | { state: 'enhanced'; before: string; after: string }
  | { state: 'failed'; text: string; why: string };

export interface Enhancing {
  current: EnhancingState;
  start(): void;
  stop(): void;
  undo(): void;
  /** True: the key took the enhancement back. */
  onKeyDown(event: KeyboardEvent): boolean;
}
