import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';
import type { FindRequest, SearchFindings, SearchRequest } from '../runtime/types.ts';

/** Messages between the page and its search worker. Both come from the same build, so they are not validated. */
export type ToSearchWorker =
  | { type: 'put'; files: { path: string; content: Uint8Array }[] }
  | { type: 'remove'; path: string }
  | { type: 'search'; request: SearchRequest }
  | { type: 'find-all'; request: FindRequest };

export type FromSearchWorker = { type: 'findings'; findings: SearchFindings } | { type: 'found'; found: FoundInProject };
