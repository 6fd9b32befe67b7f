import type { FileStatus } from '../../abi/system-calls.ts';
import type { FileSystem } from '../../kernel/files/file-system.ts';
import { PathGlobs } from './path-globs.ts';

export interface WatchPathsOptions {
  /** Defaults to the working directory. */
  path?: string;
  include?: string[];
  exclude?: string[];
  gitignore?: string[];
  includeContent?: boolean;
  ignoreHiddenFiles?: boolean;
  ignoreHiddenFolders?: boolean;
  /** In bytes; the content of larger files is not sent. */
  excludeLargeContent?: number;
}

export interface PathWatcherEvent {
  type: 'change' | 'add_file' | 'remove_file' | 'add_dir' | 'remove_dir' | 'update_directory';
  path: string;
  /** Milliseconds since the epoch. */
  mtime: number;
  buffer?: Uint8Array;
  ino: number;
}

export interface WatchPathsPlace {
  fileSystem: FileSystem;
  /** An absolute path. */
  folder: string;
  /** Runs `work` when a burst of changes is over. Returns a function that cancels it. */
  later(work: () => void): () => void;
}

type Known = Pick<FileStatus, 'inode' | 'modifiedAt'> & { isFolder: boolean };

/**
 * Implements the client's internal `watchPaths`: reports existing entries first, then changes. The kernel only reports which names have
 * changed; the kind of change follows from a comparison with what was reported to the listener.
 */
export class PathWatch {
  readonly #place: WatchPathsPlace;
  readonly #options: WatchPathsOptions;
  readonly #included: PathGlobs;
  readonly #excluded: PathGlobs;
  readonly #listener: (events: PathWatcherEvent[]) => unknown;
  readonly #known = new Map<string, Known>();
  /** Caches the decision for each folder, because an installation asks for the same ones thousands of times. */
  readonly #hiddenFolders = new Map<string, boolean>();
  #touched = new Set<string>();
  #stopKernel = (): void => {};
  #stopTimer: (() => void) | null = null;
  #isSending = false;
  #isClosed = false;

  constructor(place: WatchPathsPlace, options: WatchPathsOptions, listener: (events: PathWatcherEvent[]) => unknown) {
    this.#place = place;
    this.#options = options;
    this.#listener = listener;
    this.#included = new PathGlobs(options.include ?? [], place.folder);
    this.#excluded = new PathGlobs([...(options.exclude ?? []), ...(options.gitignore ?? [])], place.folder);
  }

  start(): void {
    const { fileSystem, folder } = this.#place;
    this.#stopKernel = fileSystem.watch(folder, true, (_event, name) => this.#touch(`${folder}/${name}`));
    for (const { name } of fileSystem.readdir(folder)) this.#touch(`${folder}/${name}`);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopKernel();
    this.#stopTimer?.();
  }

  #touch(path: string): void {
    if (this.#isLeftOut(path)) return;
    this.#touched.add(path);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isClosed || this.#isSending || this.#stopTimer !== null) return;
    this.#stopTimer = this.#place.later(() => {
      this.#stopTimer = null;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const paths = this.#touched;
    this.#touched = new Set();
    const events: PathWatcherEvent[] = [];
    const compared = new Set<string>();
    // A folder comes before its contents.
    for (const path of [...paths].sort()) this.#compare(path, events, compared);
    if (events.length === 0) return;
    this.#isSending = true;
    // A failing listener is the client's problem.
    await Promise.resolve(this.#listener(events)).catch(() => {});
    this.#isSending = false;
    if (this.#touched.size > 0) this.#schedule();
  }

  #compare(path: string, events: PathWatcherEvent[], compared: Set<string>): void {
    if (compared.has(path)) return;
    compared.add(path);
    const known = this.#known.get(path);
    const status = this.#statusOf(path);
    const isFolder = status?.kind === 'directory';
    if (known !== undefined && (status === null || known.isFolder !== isFolder)) this.#remove(path, known, events);
    if (status === null) return;
    const isNew = this.#known.get(path) === undefined;
    this.#known.set(path, { inode: status.inode, modifiedAt: status.modifiedAt, isFolder });
    if (this.#isWanted(path)) events.push(this.#describe(path, status, eventType(isFolder, isNew)));
    if (!isFolder || (!isNew && known?.inode === status.inode)) return;
    // A whole tree may have been moved here, for which the kernel reports only the root; and known entries may have left with the folder
    // that was here before.
    const names = new Set(this.#place.fileSystem.readdir(path).map(({ name }) => name));
    if (!isNew) for (const name of this.#knownNamesIn(path)) names.add(name);
    for (const name of names) {
      const below = `${path}/${name}`;
      if (!this.#isLeftOut(below)) this.#compare(below, events, compared);
    }
  }

  #knownNamesIn(folder: string): string[] {
    const from = folder.length + 1;
    return [...this.#known.keys()]
      .filter((path) => path.startsWith(`${folder}/`) && path.indexOf('/', from) < 0)
      .map((path) => path.slice(from));
  }

  #remove(path: string, known: Known, events: PathWatcherEvent[]): void {
    if (known.isFolder) {
      for (const [below, it] of [...this.#known].reverse()) if (below.startsWith(`${path}/`)) this.#removeOne(below, it, events);
    }
    this.#removeOne(path, known, events);
  }

  #removeOne(path: string, { isFolder, inode, modifiedAt }: Known, events: PathWatcherEvent[]): void {
    this.#known.delete(path);
    if (this.#isWanted(path)) events.push({ type: isFolder ? 'remove_dir' : 'remove_file', path, mtime: modifiedAt, ino: inode });
  }

  #describe(path: string, status: FileStatus, type: PathWatcherEvent['type']): PathWatcherEvent {
    const event: PathWatcherEvent = { type, path, mtime: status.modifiedAt, ino: status.inode };
    const { includeContent = false, excludeLargeContent = Number.POSITIVE_INFINITY } = this.#options;
    if (includeContent && status.kind === 'file' && status.size <= excludeLargeContent)
      event.buffer = this.#place.fileSystem.readFile(path).slice();
    return event;
  }

  /**
   * Returns the status, or `null` if the path does not exist. Follows links, except to folders, which are not entered because one may
   * contain the link.
   */
  #statusOf(path: string): FileStatus | null {
    const { fileSystem } = this.#place;
    try {
      const own = fileSystem.lstat(path);
      if (own.kind !== 'symlink' || !fileSystem.exists(path)) return own;
      const target = fileSystem.stat(path);
      return target.kind === 'directory' ? own : target;
    } catch {
      return null;
    }
  }

  #isWanted(path: string): boolean {
    return this.#included.isEmpty || this.#included.matches(path);
  }

  #isLeftOut(path: string): boolean {
    const { ignoreHiddenFiles = false } = this.#options;
    const at = path.lastIndexOf('/');
    if (this.#isFolderLeftOut(path.slice(0, at)) || this.#excluded.matches(path)) return true;
    if (path[at + 1] !== '.') return false;
    const status = this.#known.get(path) ?? this.#statusOf(path);
    if (status === null) return false;
    const isFolder = 'isFolder' in status ? status.isFolder : status.kind === 'directory';
    return isFolder ? this.#options.ignoreHiddenFolders === true : ignoreHiddenFiles;
  }

  #isFolderLeftOut(path: string): boolean {
    const { folder } = this.#place;
    if (path.length <= folder.length) return false;
    const judged = this.#hiddenFolders.get(path);
    if (judged !== undefined) return judged;
    const at = path.lastIndexOf('/');
    const isHidden = this.#options.ignoreHiddenFolders === true && path[at + 1] === '.';
    const isLeftOut = isHidden || this.#excluded.matches(path) || this.#isFolderLeftOut(path.slice(0, at));
    this.#hiddenFolders.set(path, isLeftOut);
    return isLeftOut;
  }
}

function eventType(isFolder: boolean, isNew: boolean): PathWatcherEvent['type'] {
  if (isFolder) return isNew ? 'add_dir' : 'update_directory';
  return isNew ? 'add_file' : 'change';
}
