/**
 * A folder of a computer, in memory: the part of `FileSystemDirectoryHandle` that the app uses, with the errors of a browser. Names are
 * refused as Windows does.
 */
export class MemoryFolder {
  readonly kind = 'directory';
  readonly #entries = new Map<string, MemoryFolder | MemoryFile>();
  /** What a browser says when the app asks; `request` answers with `onRequest`. */
  permission: PermissionState = 'granted';
  onRequest: PermissionState = 'granted';

  constructor(
    readonly name: string,
    private readonly now: () => number = () => 0,
  ) {}

  /** As the app's types have it: it implements what is used of it. */
  asHandle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  async queryPermission(): Promise<PermissionState> {
    return this.permission;
  }

  async requestPermission(): Promise<PermissionState> {
    this.permission = this.onRequest;
    return this.permission;
  }

  async getDirectoryHandle(name: string, { create = false }: { create?: boolean } = {}): Promise<MemoryFolder> {
    const found = this.#find(name);
    if (found instanceof MemoryFile) throw new DOMException('It is a file', 'TypeMismatchError');
    if (found !== undefined) return found;
    if (!create) throw new DOMException('It is not there', 'NotFoundError');
    const folder = new MemoryFolder(name, this.now);
    this.#entries.set(name, folder);
    return folder;
  }

  async getFileHandle(name: string, { create = false }: { create?: boolean } = {}): Promise<MemoryFile> {
    const found = this.#find(name);
    if (found instanceof MemoryFolder) throw new DOMException('It is a folder', 'TypeMismatchError');
    if (found !== undefined) return found;
    if (!create) throw new DOMException('It is not there', 'NotFoundError');
    const file = new MemoryFile(name, this.now);
    this.#entries.set(name, file);
    return file;
  }

  async removeEntry(name: string, { recursive = false }: { recursive?: boolean } = {}): Promise<void> {
    const found = this.#find(name);
    if (found === undefined) throw new DOMException('It is not there', 'NotFoundError');
    if (found instanceof MemoryFolder && found.#entries.size > 0 && !recursive)
      throw new DOMException('It is not empty', 'InvalidModificationError');
    this.#entries.delete(name);
  }

  async *entries(): AsyncGenerator<[string, MemoryFolder | MemoryFile]> {
    if (this.permission !== 'granted') throw new DOMException('It may not be read', 'NotAllowedError');
    yield* [...this.#entries];
  }

  async *keys(): AsyncGenerator<string> {
    for await (const [name] of this.entries()) yield name;
  }

  async *values(): AsyncGenerator<MemoryFolder | MemoryFile> {
    for await (const [, entry] of this.entries()) yield entry;
  }

  /** Every file by its path, with its text. */
  texts(prefix = ''): Record<string, string> {
    const found: Record<string, string> = {};
    for (const [name, entry] of this.#entries) {
      if (entry instanceof MemoryFolder) Object.assign(found, entry.texts(`${prefix}${name}/`));
      else found[`${prefix}${name}`] = new TextDecoder().decode(entry.content);
    }
    return found;
  }

  #find(name: string): MemoryFolder | MemoryFile | undefined {
    if (this.permission !== 'granted') throw new DOMException('It may not be read', 'NotAllowedError');
    if (name === '' || name === '.' || name === '..' || /[\\/:*?"<>|]|[. ]$/.test(name)) throw new TypeError('Name is not allowed.');
    return this.#entries.get(name);
  }
}

export class MemoryFile {
  readonly kind = 'file';
  content = new Uint8Array(0);
  lastModified: number;

  constructor(
    readonly name: string,
    private readonly now: () => number,
  ) {
    this.lastModified = now();
  }

  async getFile(): Promise<File> {
    return new File([this.content], this.name, { lastModified: this.lastModified });
  }

  /** What is written is there when it is closed, all at once. */
  async createWritable() {
    const pieces: BlobPart[] = [];
    return {
      write: async (piece: BlobPart) => void pieces.push(piece),
      close: async () => {
        this.content = new Uint8Array(await new Blob(pieces).arrayBuffer());
        this.lastModified = this.now();
      },
    };
  }
}
