import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isLeftOutFolder } from '../../machine/left-out-folders.ts';
import type { FileChange, WatchOptions } from '../../machine/machine.ts';
import type { WatchLimit } from '../../protocol/large-folders.ts';
import { codeOf } from '../node-error.ts';

interface WatchedFolder {
  watcher: FSWatcher;
  /** The known entries, so that a replaced file is not reported as a new one. */
  names: Set<string>;
}

/** A watch costs about a kilobyte of the system's memory and two of this program's. */
const MOST_FOLDERS = 50_000;
const LOOKS_AT_ONCE = 16;

export interface InotifyTreeOptions extends WatchOptions {
  mostFolders?: number;
}

/** Watches a tree on Linux with a watch for each of its folders; links are not followed. */
export class InotifyTree {
  readonly #root: string;
  readonly #options: InotifyTreeOptions;
  readonly #listener: (change: FileChange) => void;
  readonly #folders = new Map<string, WatchedFolder>();
  #unwatched = 0;
  #isClosed = false;

  constructor(root: string, options: InotifyTreeOptions, listener: (change: FileChange) => void) {
    this.#root = root;
    this.#options = options;
    this.#listener = listener;
  }

  /** Resolves when every folder is watched, or as many as may be: those near the root first. */
  async open(): Promise<void> {
    if (!(await lstat(this.#root)).isDirectory()) return this.#watchFile();
    const below = await this.#addFolder('', false);
    if (this.#isDeep) await this.#addAll(below, false);
  }

  /** Watches a folder that is about to be listed, if it is one of this tree that is not watched yet. */
  async include(folder: string): Promise<void> {
    if (this.#options.isListedOnly !== true || !folder.startsWith(`${this.#root}/`)) return;
    await this.#addAll([folder.slice(this.#root.length + 1)], false);
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #watchFile(): void {
    const name = basename(this.#root);
    const watcher = watch(this.#root, { persistent: false }, (event) => this.#tell(event, name));
    watcher.on('error', () => watcher.close());
    this.#folders.set('', { watcher, names: new Set() });
  }

  get #isDeep(): boolean {
    return this.#options.isRecursive && this.#options.isListedOnly !== true;
  }

  /** Level by level, so that a limit leaves out the deepest folders. */
  async #addAll(folders: readonly string[], isNew: boolean): Promise<void> {
    const unwatched = this.#unwatched;
    let reason: WatchLimit['reason'] | null = null;
    for (let level = folders; level.length > 0 && !this.#isClosed; ) {
      const below: string[] = [];
      const rest = level.values();
      const lane = async () => {
        for (const folder of rest) {
          if (this.#folders.size >= (this.#options.mostFolders ?? MOST_FOLDERS)) reason = this.#leaveOut(folder, 'bridge') ?? reason;
          else {
            const found = await this.#addFolder(folder, isNew).catch((error: unknown) => {
              if (isSystemLimit(error)) reason = this.#leaveOut(folder, 'system') ?? reason;
              else if (!isGone(error)) throw error;
              return [];
            });
            for (const child of found) below.push(child);
          }
        }
      };
      await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lane));
      level = this.#isDeep ? below : [];
    }
    if (reason !== null && this.#unwatched > unwatched)
      this.#options.onLimit?.({ reason, watched: this.#folders.size, unwatched: this.#unwatched });
  }

  #leaveOut(folder: string, reason: WatchLimit['reason']): WatchLimit['reason'] | null {
    if (this.#folders.has(folder) || isLeftOut(folder)) return null;
    this.#unwatched += 1;
    return reason;
  }

  /** Returns the folders in it. `isNew` if the folder has come after the watch began: its entries are then reported as new. */
  async #addFolder(folder: string, isNew: boolean): Promise<string[]> {
    if (this.#isClosed || this.#folders.has(folder) || isLeftOut(folder)) return [];
    const path = join(this.#root, folder);
    const names = new Set<string>();
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (name !== null) void this.#receive(folder, names, event, name);
    });
    watcher.on('error', () => this.#removeFolder(folder));
    this.#folders.set(folder, { watcher, names });
    // The watch starts before the listing, so an entry created meanwhile is seen by at least one of them.
    const below: string[] = [];
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const isKnown = names.has(entry.name);
      names.add(entry.name);
      if (isNew && !isKnown) this.#tellOfNew(toChild(folder, entry.name), entry.isFile());
      if (entry.isDirectory()) below.push(toChild(folder, entry.name));
    }
    return below;
  }

  #removeFolder(folder: string): void {
    for (const [path, { watcher }] of this.#folders) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#folders.delete(path);
    }
  }

  async #receive(folder: string, names: Set<string>, event: 'rename' | 'change', name: string): Promise<void> {
    const path = toChild(folder, name);
    if (event === 'change') return this.#tell('change', path);
    const found = await lstat(join(this.#root, path)).catch(() => null);
    if (this.#isClosed) return;
    if (found === null) {
      names.delete(name);
      this.#removeFolder(path);
      this.#tell('rename', path);
      return;
    }
    const isKnown = names.has(name);
    names.add(name);
    if (!isKnown) this.#tellOfNew(path, found.isFile());
    else if (found.isFile()) this.#tell('change', path);
    if (found.isDirectory() && this.#isDeep) await this.#addAll([path], true);
  }

  /** A new file also counts as changed: otherwise a file that was moved here would report no change. */
  #tellOfNew(path: string, isFile: boolean): void {
    this.#tell('rename', path);
    if (isFile) this.#tell('change', path);
  }

  #tell(event: 'rename' | 'change', name: string): void {
    if (!this.#isClosed) this.#listener({ event, name });
  }
}

function toChild(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A folder whose own content is not watched. */
function isLeftOut(folder: string): boolean {
  return folder.split('/').some(isLeftOutFolder);
}

/** A folder may be gone before it is watched, or be nobody's to look into. */
function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES';
}

/** A system that allows no more watches must not end those that exist. */
function isSystemLimit(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EMFILE';
}
