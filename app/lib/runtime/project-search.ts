import type { FoundInProject } from '../protocol/project-facts/found-in-project.ts';
import type { DirectoryEntry, FileEvent, FindRequest, SearchFindings, SearchRequest, WorkspacePath } from './types.ts';

/** Searches the project's text; created by `createCodeSearch`. */
export interface CodeSearch {
  /** Returns null if nothing is known of that path or there is no worker. Rejects with EIO if it takes too long. */
  search(request: SearchRequest): Promise<SearchFindings | null>;
  /** Like `search`, for the user's own search. */
  findAll(request: FindRequest): Promise<FoundInProject | null>;
  close(): void;
}

/** The files that a search can read. */
export interface SearchedFiles {
  readFile(path: WorkspacePath): Promise<Uint8Array>;
  readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]>;
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when all changes so far have been reported. */
  watchSettled(): Promise<void>;
}
