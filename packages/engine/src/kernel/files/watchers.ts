import type { DirectoryInode, Inode, Link } from './inode.ts';

type WatchEvent = 'rename' | 'change';

/** `path` is relative to the watched path. `inode` is the entry at that path, or the former one. */
export type WatchListener = (event: WatchEvent, path: string, inode: Inode) => void;

interface Watcher {
  directory: DirectoryInode;
  /** A single entry of that folder, or `null` for all of them. */
  name: string | null;
  isRecursive: boolean;
  listener: WatchListener;
}

/**
 * The watches on changes. A watched file is stored as an entry of its folder, so that a watch survives an atomic replacement (write to a
 * temporary file, rename over), after which inotify would report nothing.
 */
export class Watchers {
  readonly #byDirectory = new Map<DirectoryInode, Set<Watcher>>();

  add(target: { directory: DirectoryInode } | Link, isRecursive: boolean, listener: WatchListener): () => void {
    const watcher: Watcher = { directory: target.directory, name: 'name' in target ? target.name : null, isRecursive, listener };
    const set = this.#byDirectory.get(target.directory) ?? new Set();
    this.#byDirectory.set(target.directory, set.add(watcher));
    return () => {
      set.delete(watcher);
      if (set.size === 0 && this.#byDirectory.get(target.directory) === set) this.#byDirectory.delete(target.directory);
    };
  }

  /** `inode` is the entry at that name, or the former one if `isGone`. */
  emit(event: WatchEvent, directory: DirectoryInode, name: string, inode: Inode, isGone = false): void {
    if (this.#byDirectory.size === 0) return;
    const told = { event, inode };
    if (inode.kind === 'directory' && isGone) this.#tell(inode, told, name, (watcher) => watcher.name === null);
    this.#tell(directory, told, name, (watcher) => watcher.name === null || watcher.name === name);
    let path = name;
    for (let at = directory; at.parent !== null && at.parent !== at; at = at.parent) {
      path = `${at.name}/${path}`;
      this.#tell(at.parent, told, path, (watcher) => watcher.name === null && watcher.isRecursive);
    }
  }

  #tell(
    directory: DirectoryInode,
    { event, inode }: { event: WatchEvent; inode: Inode },
    path: string,
    isMeant: (watcher: Watcher) => boolean,
  ): void {
    const set = this.#byDirectory.get(directory);
    if (set === undefined) return;
    for (const watcher of [...set]) if (isMeant(watcher)) watcher.listener(event, path, inode);
  }
}
