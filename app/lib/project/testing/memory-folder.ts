/** The state that all folders and files of a connected drive share. */
class MemoryDrive {
  /** The browser's answer to a query; asking the user changes it to `onRequest`. */
  permission: PermissionState = 'granted';
  onRequest: PermissionState = 'granted';
  /** Whether the folder was moved or its drive was removed. */
  isGone = false;
  isFull = false;
  /** `README` and `readme` are one file. */
  isCaseInsensitive = false;
  /** Called while a file of that name is written, to simulate another program that acts at the same time. */
  onWrite: (name: string) => void = () => undefined;

  constructor(readonly now: () => number) {}

  check(): void {
    if (this.permission !== 'granted') throw new DOMException('It may not be read', 'NotAllowedError');
    if (this.isGone) throw new DOMException('It is not there', 'NotFoundError');
  }
}

/**
 * A folder on a computer, in memory: the part of `FileSystemDirectoryHandle` that the app uses, with a browser's errors. Rejects the names
 * that Windows rejects.
 */
export class MemoryFolder {
  readonly kind = 'directory';
  readonly drive: MemoryDrive;
  readonly #entries = new Map<string, MemoryFolder | MemoryFile>();
  /** Links can be opened by name but are not listed. */
  readonly #links = new Map<string, MemoryFolder | MemoryFile>();

  constructor(
    readonly name: string,
    now: (() => number) | MemoryDrive = () => 0,
  ) {
    this.drive = typeof now === 'function' ? new MemoryDrive(now) : now;
  }

  set permission(state: PermissionState) {
    this.drive.permission = state;
  }

  set onRequest(state: PermissionState) {
    this.drive.onRequest = state;
  }

  /** Returns this folder with the browser's type; only the used members are implemented. */
  asHandle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  async queryPermission(): Promise<PermissionState> {
    return this.drive.permission;
  }

  async requestPermission(): Promise<PermissionState> {
    this.drive.permission = this.drive.onRequest;
    return this.drive.permission;
  }

  async isSameEntry(other: unknown): Promise<boolean> {
    return this === other;
  }

  async getDirectoryHandle(name: string, { create = false }: { create?: boolean } = {}): Promise<MemoryFolder> {
    const found = this.#find(name);
    if (found instanceof MemoryFile) throw new DOMException('It is a file', 'TypeMismatchError');
    if (found !== undefined) return found;
    if (!create) throw new DOMException('It is not there', 'NotFoundError');
    const folder = new MemoryFolder(name, this.drive);
    this.#entries.set(name, folder);
    return folder;
  }

  async getFileHandle(name: string, { create = false }: { create?: boolean } = {}): Promise<MemoryFile> {
    const found = this.#find(name);
    if (found instanceof MemoryFolder) throw new DOMException('It is a folder', 'TypeMismatchError');
    if (found !== undefined) return found;
    if (!create) throw new DOMException('It is not there', 'NotFoundError');
    const file = new MemoryFile(name, this.drive);
    this.#entries.set(name, file);
    return file;
  }

  async removeEntry(name: string, { recursive = false }: { recursive?: boolean } = {}): Promise<void> {
    const found = this.#find(name);
    if (found === undefined) throw new DOMException('It is not there', 'NotFoundError');
    if (found instanceof MemoryFolder && found.#entries.size > 0 && !recursive)
      throw new DOMException('It is not empty', 'InvalidModificationError');
    this.#entries.delete(found.name);
  }

  async *entries(): AsyncGenerator<[string, MemoryFolder | MemoryFile]> {
    this.drive.check();
    yield* [...this.#entries];
  }

  async *keys(): AsyncGenerator<string> {
    for await (const [name] of this.entries()) yield name;
  }

  async *values(): AsyncGenerator<MemoryFolder | MemoryFile> {
    for await (const [, entry] of this.entries()) yield entry;
  }

  /** Returns the text of every file, by path. */
  texts(prefix = ''): Record<string, string> {
    const found: Record<string, string> = {};
    for (const [name, entry] of this.#entries) {
      if (entry instanceof MemoryFolder) Object.assign(found, entry.texts(`${prefix}${name}/`));
      else found[`${prefix}${name}`] = new TextDecoder().decode(entry.content);
    }
    return found;
  }

  /** Writes like another program, without the browser's permission. */
  put(path: string, content: string | Uint8Array): MemoryFile {
    const [name = '', ...below] = path.split('/');
    if (below.length > 0) {
      const folder = this.#entries.get(name) ?? new MemoryFolder(name, this.drive);
      this.#entries.set(name, folder);
      if (folder instanceof MemoryFile) throw new Error(`${name} is a file`);
      return folder.put(below.join('/'), content);
    }
    const known = this.#entries.get(name);
    const file = known instanceof MemoryFile ? known : new MemoryFile(name, this.drive);
    file.content = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    file.lastModified = this.drive.now();
    this.#entries.set(name, file);
    return file;
  }

  /** Deletes a file or a folder like another program. */
  delete(path: string): void {
    const [name = '', ...below] = path.split('/');
    const entry = this.#entries.get(name);
    if (below.length === 0) this.#entries.delete(name);
    else if (entry instanceof MemoryFolder) entry.delete(below.join('/'));
  }

  link(name: string, to: MemoryFolder | MemoryFile): void {
    this.#links.set(name, to);
  }

  #find(name: string): MemoryFolder | MemoryFile | undefined {
    this.drive.check();
    if (name === '' || name === '.' || name === '..' || /[\\/:*?"<>|]|[. ]$/.test(name)) throw new TypeError('Name is not allowed.');
    const found = this.#entries.get(name) ?? this.#links.get(name);
    if (found !== undefined || !this.drive.isCaseInsensitive) return found;
    return [...this.#entries].find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
  }
}

export class MemoryFile {
  readonly kind = 'file';
  content = new Uint8Array(0);
  lastModified: number;
  /** Locked by another program: `write` prevents writing, `read` also prevents reading. */
  locked: 'write' | 'read' | null = null;
  /** How often its content was read. */
  reads = 0;

  constructor(
    readonly name: string,
    private readonly drive: MemoryDrive,
  ) {
    this.lastModified = drive.now();
  }

  async getFile(): Promise<File> {
    this.drive.check();
    const file = new File([this.content], this.name, { lastModified: this.lastModified });
    const read = file.arrayBuffer.bind(file);
    file.arrayBuffer = async () => {
      if (this.locked === 'read') throw new DOMException('It could not be read', 'NotReadableError');
      this.reads += 1;
      return read();
    };
    return file;
  }

  /** As in a browser, the written data appears in the file when the stream is closed, all at once. */
  async createWritable() {
    this.drive.check();
    if (this.locked !== null) throw new DOMException('It is locked', 'NoModificationAllowedError');
    const pieces: BlobPart[] = [];
    return {
      write: async (piece: BlobPart) => {
        if (this.drive.isFull) throw new DOMException('No room', 'QuotaExceededError');
        pieces.push(piece);
        this.drive.onWrite(this.name);
      },
      abort: async () => undefined,
      close: async () => {
        this.content = new Uint8Array(await new Blob(pieces).arrayBuffer());
        this.lastModified = this.drive.now();
      },
    };
  }
}
