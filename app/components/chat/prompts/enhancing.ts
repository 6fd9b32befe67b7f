import type { KeyboardEvent } from 'react';

export type EnhancingState =
  | { state: 'rest' }
  | { state: 'asking'; stop: AbortController }
  /** The content of the box before and after enhancing. */
  | { state: 'enhanced'; before: string; after: string }
  | { state: 'failed'; text: string; why: string };

export interface Enhancing {
  current: EnhancingState;
  start(): void;
  stop(): void;
  undo(): void;
  /** Returns true if the key undid the enhancement. */
  onKeyDown(event: KeyboardEvent): boolean;
}
