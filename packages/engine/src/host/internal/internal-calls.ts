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

/** What they need of the engine. They are a module of their own, which is loaded when a client first calls one of them. */
export interface InternalPlace extends SearchPlace {
  fileSystem: FileSystem;
  processes: ProcessTable;
  /** A path of the client's as an absolute one. */
  toPath(given: string): string;
  later(work: () => void): () => void;
}

/** What `internal` of the client's `-internal` builds calls (docs/decisions/0034). Each subscription returns what ends it. */
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
  /** Relative paths below `folder` that its `.gitignore` files leave out nothing of. */
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
        // A listener that fails is the client's affair.
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
