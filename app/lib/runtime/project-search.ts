import type { DirectoryEntry, FileEvent, FindRequest, FoundInProject, SearchFindings, SearchRequest, WorkspacePath } from './types.ts';

/** Searches the project's text: `createCodeSearch` makes one. */
export interface CodeSearch {
  /** null: of what lies there nothing is known, or there is no worker. Rejects with EIO when it takes too long. */
  search(request: SearchRequest): Promise<SearchFindings | null>;
  /** The same for a user's own search. */
  findAll(request: FindRequest): Promise<FoundInProject | null>;
  close(): void;
}

/** What a search reads. */
export interface SearchedFiles {
  readFile(path: WorkspacePath): Promise<Uint8Array>;
  readDirectory(path: WorkspacePath): Promise<DirectoryEntry[]>;
  watchFiles(listener: (event: FileEvent) => void): () => void;
  /** Resolves when all that has changed so far has been reported. */
  watchSettled(): Promise<void>;
}
