import type { TypeAnswer, TypeQuestion } from './type-questions.ts';

/** What the page sends to the worker of types. */
export type ToTypesWorker =
  | {
      type: 'start';
      /** Every file of the project. */
      paths: readonly string[];
      /** For what the worker reads while it waits: see `shared-reads`. */
      reads: SharedArrayBuffer;
    }
  | { type: 'files'; changed: readonly string[]; removed: readonly string[] }
  /** What the editor holds; null: the file is closed. */
  | { type: 'text'; path: string; text: string | null }
  /** Something has been installed, or removed. */
  | { type: 'packages' }
  | { type: 'ask'; id: number; question: TypeQuestion };

/** What the worker sends to the page. */
export type FromTypesWorker =
  | { type: 'ready' }
  /** The worker waits for it. */
  | { type: 'read'; request: ReadRequest }
  | { type: 'answer'; id: number; answer: TypeAnswer | null }
  | { type: 'failed'; id: number; why: string };

export interface ReadRequest {
  kind: 'file' | 'folder';
  path: string;
}
