import { t } from '../../i18n/t.ts';

/** Finds the file handles in a folder and never leaves the folder: a name that the folder does not list is a link or an alias. */
export class FolderPlaces {
  readonly #root: FileSystemDirectoryHandle;
  /** Names listed in each folder, by path; a cache for a single scan. */
  readonly #names = new Map<string, Set<string>>();

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  forget(): void {
    this.#names.clear();
  }

  /** The folder at that path; null if it does not exist. `create` creates it. */
  async folder(path: string, create = false): Promise<FileSystemDirectoryHandle | null> {
    let folder = this.#root;
    let at = '';
    for (const name of path === '' ? [] : path.split('/')) {
      const child = await this.#child(folder, at, name, 'directory', create);
      if (child === null) return null;
      folder = child;
      at = at === '' ? name : `${at}/${name}`;
    }
    return folder;
  }

  async file(path: string, create = false): Promise<FileSystemFileHandle | null> {
    const [parent, name] = split(path);
    const folder = await this.folder(parent, create);
    return folder === null ? null : this.#child(folder, parent, name, 'file', create);
  }

  /** Also removes folders that become empty. */
  async remove(path: string): Promise<void> {
    const [parent, name] = split(path);
    await (await this.folder(parent))?.removeEntry(name);
    this.#names.get(parent)?.delete(name);
    // If a file is added to the folder at the same moment, the folder stays.
    await this.#removeEmpty(parent).catch(() => undefined);
  }

  async #removeEmpty(path: string): Promise<void> {
    const folder = path === '' ? null : await this.folder(path);
    if (folder === null || !(await isEmpty(folder))) return;
    await this.remove(path);
  }

  async #child(
    folder: FileSystemDirectoryHandle,
    at: string,
    name: string,
    kind: 'file',
    create: boolean,
  ): Promise<FileSystemFileHandle | null>;
  async #child(
    folder: FileSystemDirectoryHandle,
    at: string,
    name: string,
    kind: 'directory',
    create: boolean,
  ): Promise<FileSystemDirectoryHandle | null>;
  async #child(folder: FileSystemDirectoryHandle, at: string, name: string, kind: 'file' | 'directory', create: boolean) {
    const get = (options?: { create: boolean }) =>
      kind === 'file' ? folder.getFileHandle(name, options) : folder.getDirectoryHandle(name, options);
    const found = await get().catch(nullWhereNotFound);
    if (found !== null) {
      if (this.#names.get(at)?.has(name) !== true && !(await this.#list(folder, at)).has(name)) throw new UnlistedNameError(name);
      return found;
    }
    if (!create) return null;
    const made = await get({ create: true });
    this.#names.get(at)?.add(name);
    return made;
  }

  async #list(folder: FileSystemDirectoryHandle, at: string): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const name of folder.keys()) names.add(name);
    this.#names.set(at, names);
    return names;
  }
}

/** The name can be opened, but its folder does not list it. */
export class UnlistedNameError extends Error {
  override readonly name = 'UnlistedNameError';
  constructor(name: string) {
    super(
      t(
        'On the disk “{name}” is a link, or something whose name differs in capitals only. Links are not followed, and this disk takes both names for one.',
        { name },
      ),
    );
  }
}

export function split(path: string): [parent: string, name: string] {
  const at = path.lastIndexOf('/');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}

export function nullWhereNotFound(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}

async function isEmpty(folder: FileSystemDirectoryHandle): Promise<boolean> {
  for await (const _ of folder.keys()) return false;
  return true;
}
