import type { TypeAnswer, TypeQuestion } from './type-questions.ts';

/** Messages from the page to the types worker. */
export type ToTypesWorker =
  | {
      type: 'start';
      /** Paths of all project files. */
      paths: readonly string[];
      /** For the worker's synchronous reads: see `shared-reads`. */
      reads: SharedArrayBuffer;
    }
  | { type: 'files'; changed: readonly string[]; removed: readonly string[] }
  /** The editor's text; `null` if the file was closed. */
  | { type: 'text'; path: string; text: string | null }
  /** Packages were installed or removed. */
  | { type: 'packages' }
  | { type: 'ask'; id: number; question: TypeQuestion };

/** Messages from the types worker to the page. */
export type FromTypesWorker =
  | { type: 'ready' }
  /** The worker blocks until it is answered. */
  | { type: 'read'; request: ReadRequest }
  | { type: 'answer'; id: number; answer: TypeAnswer | null }
  | { type: 'failed'; id: number; why: string };

export interface ReadRequest {
  kind: 'file' | 'folder';
  path: string;
}
