import type { FileSystem } from '../../kernel/files/file-system.ts';
import type { ProcessTable } from '../../kernel/processes/process-table.ts';
import {
  type SearchOptions,
  type SearchPlace,
  searchFiles,
  searchText,
  type TextSearchMatch,
  type TextSearchOptions,
} from './search-project.ts';
import { PathWatch, type PathWatcherEvent, type WatchPathsOptions } from './watch-paths.ts';

/** The engine's services that these calls need. They are in a separate module, loaded when a client first calls one of them. */
export interface InternalPlace extends SearchPlace {
  fileSystem: FileSystem;
  processes: ProcessTable;
  /** Converts a path of the client to an absolute one. */
  toPath(given: string): string;
  later(work: () => void): () => void;
}

/** The calls of `internal` in the client's `-internal` builds (docs/decisions/0034). Each subscription returns a function that ends it. */
export interface InternalCalls {
  watchPaths(options: WatchPathsOptions, listener: (events: PathWatcherEvent[]) => unknown): () => void;
  fileSearch(globs: string | string[] | undefined, folder: string, options?: SearchOptions): Promise<string[]>;
  textSearch(
    pattern: string,
    options?: TextSearchOptions,
    onProgress?: (path: string, matches: TextSearchMatch[]) => unknown,
  ): Promise<Map<string, TextSearchMatch[]>>;
  getProcesses(): { pid: number }[];
  onProcessesRemove(listener: (process: { pid: number }) => unknown): () => void;
  /** Returns the relative paths below `folder` that its `.gitignore` files do not exclude. */
  unignoredPaths(folder: string, options: { requireGit?: boolean; useGlobalGitignore?: boolean }): Promise<Set<string>>;
}

export function createInternalCalls(place: InternalPlace): InternalCalls {
  const { fileSystem, processes, later, toPath } = place;
  return {
    watchPaths(options, listener) {
      const watch = new PathWatch({ fileSystem, folder: toPath(options.path ?? ''), later }, options, listener);
      watch.start();
      return () => watch.close();
    },
    fileSearch: (globs, folder, options = {}) =>
      searchFiles(place, globs === undefined ? [] : [globs].flat(), toPath(folder ?? ''), options),
    textSearch: (pattern, options = {}, onProgress = () => {}) => searchText(place, pattern, options, onProgress),
    getProcesses: () => processes.list().map(({ pid }) => ({ pid })),
    onProcessesRemove(listener) {
      const told = (pid: number): void => {
        // A failing listener is the client's problem.
        Promise.resolve(listener({ pid })).catch(() => {});
      };
      processes.endListeners.add(told);
      return () => void processes.endListeners.delete(told);
    },
    async unignoredPaths(folder, { requireGit, useGlobalGitignore }) {
      const options = { gitignore: true, requireGit: requireGit ?? false, globalIgnoreFiles: useGlobalGitignore ?? false };
      return new Set((await searchFiles(place, [], folder, options)).map((path) => path.slice(folder.length + 1)));
    },
  };
}
