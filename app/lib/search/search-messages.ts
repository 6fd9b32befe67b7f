import type { FindRequest, FoundInProject, SearchFindings, SearchRequest } from '../runtime/types.ts';

/** Between the page and its own search worker, which are of one build: no other side can speak here. */
export type ToSearchWorker =
  | { type: 'put'; files: { path: string; content: Uint8Array }[] }
  | { type: 'remove'; path: string }
  | { type: 'search'; request: SearchRequest }
  | { type: 'find-all'; request: FindRequest };

export type FromSearchWorker = { type: 'findings'; findings: SearchFindings } | { type: 'found'; found: FoundInProject };
