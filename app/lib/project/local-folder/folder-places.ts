import { t } from '../../i18n/t.ts';

/** Finds the handles of a folder's files, and never leaves the folder: what it does not list itself is a link, or another name for something. */
export class FolderPlaces {
  readonly #root: FileSystemDirectoryHandle;
  /** What each folder lists, by its path; for as long as nothing else is looked at. */
  readonly #names = new Map<string, Set<string>>();

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  forget(): void {
    this.#names.clear();
  }

  /** The folder at that path; null: there is none. `create`: it is made. */
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

  /** A folder that becomes empty by it goes as well. */
  async remove(path: string): Promise<void> {
    const [parent, name] = split(path);
    await (await this.folder(parent))?.removeEntry(name);
    this.#names.get(parent)?.delete(name);
    // Something may come into it at this moment: then it stays.
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

/** It can be opened by that name, and its folder does not list it. */
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
