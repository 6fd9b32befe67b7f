interface ListedEntry {
  name: string;
  kind: string;
}

/** Beyond this number names are forgotten, beginning with the oldest folder. */
const MOST_NAMES = 200_000;

/**
 * The names that the client knows, by folder, so that it can learn which entries were removed while no watch was
 * active.
 */
export class KnownNames {
  readonly #folders = new Map<string, Set<string>>();
  #size = 0;

  noteListing(folder: string, entries: readonly ListedEntry[]): void {
    this.#forget(folder);
    const names = new Set(entries.map(({ name }) => name));
    this.#folders.set(folder, names);
    this.#size += names.size;
    for (const oldest of this.#folders.keys()) {
      if (this.#size <= MOST_NAMES) break;
      this.#forget(oldest);
    }
  }

  /** Adds a changed entry to its folder's names, unless that folder was never listed. */
  noteChange(path: string): void {
    const cut = path.lastIndexOf('/');
    const names = this.#folders.get(path.slice(0, Math.max(1, cut)));
    if (names === undefined || names.has(path.slice(cut + 1))) return;
    names.add(path.slice(cut + 1));
    this.#size += 1;
  }

  /** Returns this folder and the folders below it that were listed, parents first, with the names in each. */
  below(folder: string): { folder: string; names: readonly string[] }[] {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    const found = [...this.#folders].filter(([path]) => path === folder || path.startsWith(prefix));
    return found.map(([path, names]) => ({ folder: path, names: [...names] })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
  }

  #forget(folder: string): void {
    this.#size -= this.#folders.get(folder)?.size ?? 0;
    this.#folders.delete(folder);
  }
}
