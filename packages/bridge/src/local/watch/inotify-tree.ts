import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isLeftOutFolder } from '../../machine/left-out-folders.ts';
import type { FileChange } from '../../machine/machine.ts';
import { codeOf } from '../node-error.ts';

interface WatchedFolder {
  watcher: FSWatcher;
  /** The known entries, so that a replaced file is not reported as a new one. */
  names: Set<string>;
}

/** Watches a tree on Linux by watching each of its folders; links are not followed. */
export class InotifyTree {
  readonly #root: string;
  readonly #isRecursive: boolean;
  readonly #listener: (change: FileChange) => void;
  readonly #folders = new Map<string, WatchedFolder>();
  #isClosed = false;

  constructor(root: string, isRecursive: boolean, listener: (change: FileChange) => void) {
    this.#root = root;
    this.#isRecursive = isRecursive;
    this.#listener = listener;
  }

  /** Resolves when every folder is watched. */
  async open(): Promise<void> {
    if ((await lstat(this.#root)).isDirectory()) await this.#addFolder('', false);
    else this.#watchFile();
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

  /** `isNew` if the folder has come after the watch began: its entries are then reported as new. */
  async #addFolder(folder: string, isNew: boolean): Promise<void> {
    if (this.#isClosed || this.#folders.has(folder) || isLeftOutFolder(folder.slice(folder.lastIndexOf('/') + 1))) return;
    const path = join(this.#root, folder);
    const names = new Set<string>();
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (name !== null) void this.#receive(folder, names, event, name);
    });
    watcher.on('error', () => this.#removeFolder(folder));
    this.#folders.set(folder, { watcher, names });
    // The watch starts before the listing, so an entry created meanwhile is seen by at least one of them.
    const entries = await readdir(path, { withFileTypes: true });
    const below: string[] = [];
    for (const entry of entries) {
      const isKnown = names.has(entry.name);
      names.add(entry.name);
      if (isNew && !isKnown) this.#tellOfNew(toChild(folder, entry.name), entry.isFile());
      if (entry.isDirectory()) below.push(toChild(folder, entry.name));
    }
    if (!this.#isRecursive) return;
    for (const child of below) await this.#addFolder(child, isNew).catch(ignoreGone);
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
    if (found.isDirectory() && this.#isRecursive) await this.#addFolder(path, true).catch(ignoreGone);
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

/**
 * A folder may be removed before it is watched. A system that allows no more watches must not end the existing ones.
 */
function ignoreGone(error: unknown): void {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES' && code !== 'ENOSPC' && code !== 'EMFILE') throw error;
}
