import { t } from '../../i18n/t.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { IgnoreTree } from '../../search/ignore-rules.ts';
import { FolderPlaces, nullWhereNotFound, split, UnlistedNameError } from './folder-places.ts';
import { fileRefusal, folderProblem } from './folder-problem.ts';
import { emptyScan, type FolderScan, isSame, type ScanOptions, type SeenFile, scanFolder, see } from './folder-scan.ts';
import { isKeptOutside, isPlainPath } from './kept-outside.ts';
import type { SideListing, SyncSide, WriteOutcome } from './sync-side.ts';

/** A folder on the user's computer. Its methods throw `FolderProblem`. */
export interface DiskSide extends SyncSide {
  /** Reports that these paths (any path if null) may have changed. The next listing checks them again. */
  touch(paths: readonly string[] | null): void;
  /** The rules of the folder's .gitignore files at the last listing. */
  rules(): IgnoreTree;
  /** Makes the next listing read every file, even if its date and size are unchanged. */
  distrust(): void;
}

interface DiskSideOptions extends ScanOptions {
  /** The files as they were seen before the page was loaded. */
  known(): Promise<ReadonlyMap<string, SeenFile>>;
}

/** Above this number of changed places, a full scan is cheaper. */
const MOST_PLACES = 200;

export function createDiskSide(root: FileSystemDirectoryHandle, options: DiskSideOptions): DiskSide {
  return new Disk(root, options);
}

class Disk implements DiskSide {
  readonly #root: FileSystemDirectoryHandle;
  readonly #options: DiskSideOptions;
  readonly #places: FolderPlaces;
  #scan: FolderScan = emptyScan();
  /** Paths to check again; null for all. */
  #touched: Set<string> | null = null;
  #isFirst = true;

  constructor(root: FileSystemDirectoryHandle, options: DiskSideOptions) {
    this.#root = root;
    this.#options = options;
    this.#places = new FolderPlaces(root);
  }

  touch(paths: readonly string[] | null): void {
    // A changed .gitignore affects other files too.
    const isBroad = paths === null || paths.some((path) => path === '' || path.endsWith('.gitignore'));
    if (isBroad) this.#touched = null;
    else for (const path of paths) this.#touched?.add(path);
    if ((this.#touched?.size ?? 0) > MOST_PLACES) this.#touched = null;
  }

  rules(): IgnoreTree {
    return this.#scan.rules;
  }

  distrust(): void {
    this.#scan.files.clear();
    this.#isFirst = false;
    this.#touched = null;
  }

  async list(): Promise<SideListing> {
    if (this.#isFirst) this.#scan.files = new Map(await this.#options.known());
    this.#isFirst = false;
    const touched = this.#touched;
    // A path that is reported during the scan is checked again in the next one.
    this.#touched = new Set();
    this.#places.forget();
    try {
      if (touched === null) await this.#lookEverywhere();
      else for (const path of touched) await this.#lookAgain(path);
    } catch (error) {
      this.#touched = null;
      throw folderProblem(error, this.#root.name);
    }
    return {
      files: new Map([...this.#scan.files].map(([path, { hash }]) => [path, hash])),
      left: new Map(this.#scan.left),
      stamps: new Map(this.#scan.files),
    };
  }

  async read(path: string) {
    if (isKeptOutside(path) || !isPlainPath(path)) return null;
    try {
      const handle = await this.#places.file(path);
      const file = await handle?.getFile();
      if (file === undefined) return null;
      const content = new Uint8Array(await file.arrayBuffer());
      return { content, hash: await this.#options.hasher.hash(content) };
    } catch (error) {
      // It cannot be read at the moment: the next comparison shows whether it still exists.
      if (error instanceof UnlistedNameError || fileRefusal(error) !== null) return null;
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw folderProblem(error, this.#root.name);
    }
  }

  write(path: string, { content, hash }: { content: Uint8Array; hash: ContentHash }, expected: ContentHash | null): Promise<WriteOutcome> {
    return this.#change(path, async () => {
      const before = await this.#places.file(path);
      const seen = before === null ? null : await this.#see(path, before);
      if ((seen?.hash ?? null) !== expected) return { outcome: 'changed' };
      const handle = await this.#places.file(path, true);
      if (handle === null) return { outcome: 'changed' };
      // The new content replaces the file in one step, when the stream is closed.
      const stream = await handle.createWritable();
      try {
        await stream.write(new Uint8Array(content));
        const now = await handle.getFile();
        if (seen !== null && (now.lastModified !== seen.modified || now.size !== seen.size)) {
          await stream.abort();
          return { outcome: 'changed' };
        }
        await stream.close();
      } catch (error) {
        await stream.abort().catch(() => undefined); // The stream may already be closed by the error.
        throw error;
      }
      const { lastModified, size } = await handle.getFile();
      this.#scan.files.set(path, { hash, modified: lastModified, size, seenAt: this.#options.now() });
      this.#scan.left.delete(path);
      return { outcome: 'done' };
    });
  }

  remove(path: string, expected: ContentHash): Promise<WriteOutcome> {
    return this.#change(path, async () => {
      const handle = await this.#places.file(path);
      const seen = handle === null ? null : await this.#see(path, handle);
      if (seen?.hash !== expected) return { outcome: 'changed' };
      await this.#places.remove(path);
      this.#scan.files.delete(path);
      return { outcome: 'done' };
    });
  }

  async #change(path: string, work: () => Promise<WriteOutcome>): Promise<WriteOutcome> {
    if (isKeptOutside(path) || !isPlainPath(path)) return { outcome: 'refused', why: t('Files of that name are not kept equal.') };
    try {
      const result = await work();
      if (result.outcome === 'changed') this.touch([path]);
      return result;
    } catch (error) {
      this.touch([path]);
      if (error instanceof UnlistedNameError) return { outcome: 'refused', why: error.message };
      const why = fileRefusal(error);
      if (why !== null) return { outcome: 'refused', why };
      // A folder in the path, or the root itself, was removed just now: the next scan will show which.
      if (error instanceof DOMException && error.name === 'NotFoundError') return { outcome: 'changed' };
      throw folderProblem(error, this.#root.name);
    }
  }

  async #see(path: string, handle: FileSystemFileHandle): Promise<SeenFile> {
    const file = await handle.getFile();
    const known = this.#scan.files.get(path);
    return known !== undefined && isSame(known, file) ? known : see(file, this.#options);
  }

  async #lookEverywhere(): Promise<void> {
    const scan = emptyScan();
    await scanFolder(this.#root, '', scan, this.#scan.files, this.#options);
    this.#scan = scan;
  }

  /** Checks a path again, which may be a file, a folder, or gone. */
  async #lookAgain(path: string): Promise<void> {
    if (isKeptOutside(path) || this.#scan.rules.ignoresFolder(split(path)[0])) return;
    const before = new Map<string, SeenFile>();
    for (const [known, seen] of this.#scan.files) if (known === path || known.startsWith(`${path}/`)) before.set(known, seen);
    const part: FolderScan = { files: new Map(), left: new Map(), rules: this.#scan.rules };
    await this.#lookAt(path, part, before);
    for (const known of before.keys()) this.#scan.files.delete(known);
    for (const known of this.#scan.left.keys()) if (known === path || known.startsWith(`${path}/`)) this.#scan.left.delete(known);
    for (const [found, seen] of part.files) this.#scan.files.set(found, seen);
    for (const [found, why] of part.left) this.#scan.left.set(found, why);
  }

  async #lookAt(path: string, part: FolderScan, before: ReadonlyMap<string, SeenFile>): Promise<void> {
    const [parent, name] = split(path);
    // A folder was replaced by a link or a file: then nothing is below it.
    const nothingThere = (error: unknown) => (error instanceof UnlistedNameError || isMismatch(error) ? null : nullWhereNotFound(error));
    const folder = await this.#places.folder(parent).catch(nothingThere);
    if (folder === null) {
      // This rejects if the root folder itself is gone. Otherwise the missing folder would look as if all its files were deleted.
      await this.#root.keys().next();
      return;
    }
    await scanFolder({ entries: () => entryOf(folder, name) }, parent === '' ? '' : `${parent}/`, part, before, this.#options);
  }
}

async function* entryOf(folder: FileSystemDirectoryHandle, wanted: string): AsyncGenerator<[string, FileSystemHandle]> {
  for await (const entry of folder.entries()) if (entry[0] === wanted) yield entry;
}

function isMismatch(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TypeMismatchError';
}
