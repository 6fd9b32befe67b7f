import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';

export type FolderListing = ReadonlyMap<string, 'file' | 'directory' | 'link'>;

/** The source of the contents. Paths are relative to the project's root. */
export interface FileReader {
  readFile(path: string): string | null;
  listFolder(path: string): FolderListing | null;
}

/** The project's root for the checker, a folder as in the runtime. */
export const ROOT = '/home/project';

/** Limit in characters for the text of installed packages: more would take the memory that the project's programs need. */
const MOST_PACKAGE_TEXT = 96 * 1024 * 1024;

interface FolderContents {
  files: string[];
  folders: Set<string>;
}

interface KnownText {
  version: number;
  text: string | null;
}

/**
 * The files of the open project. Their paths are known; their contents are read on demand, and an editor's text takes precedence over the
 * saved one. For unwatched folders (`node_modules`), both are read on demand and cached until something is installed. Line breaks are
 * normalised as in the editor.
 */
export class ProjectFiles {
  readonly #reader: FileReader;
  readonly #paths = new Set<string>();
  /** Number of files below each folder. */
  readonly #folders = new Map<string, number>();
  readonly #texts = new Map<string, KnownText>();
  readonly #versions = new Map<string, number>();
  readonly #open = new Map<string, string>();
  readonly #listings = new Map<string, FolderListing | null>();
  readonly #packageTexts = new Map<string, string | null>();
  #packageTextSize = 0;
  #knownTree: { structure: number; folders: ReadonlyMap<string, FolderContents> } | null = null;
  #packages = 0;
  #revision = 0;
  #structure = 0;

  constructor(reader: FileReader, paths: Iterable<string> = []) {
    this.#reader = reader;
    for (const path of paths) this.#add(path);
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows when files are added or removed, because imports may resolve differently. */
  get structure(): number {
    return this.#structure;
  }

  paths(): ReadonlySet<string> {
    return this.#paths;
  }

  put(path: string): void {
    this.#touch(path);
    this.#texts.delete(path);
    if (isIgnoredPath(path)) return;
    if (!this.#paths.has(path)) this.#structure++;
    this.#add(path);
  }

  /** Removes a file, or a folder with its content. */
  remove(path: string): void {
    const gone = this.#paths.has(path) ? [path] : [...this.#paths].filter((file) => file.startsWith(`${path}/`));
    for (const file of gone) {
      this.#paths.delete(file);
      this.#texts.delete(file);
      this.#touch(file);
      for (const folder of foldersOf(file)) this.#folders.set(folder, (this.#folders.get(folder) ?? 1) - 1);
    }
    if (gone.length > 0) this.#structure++;
  }

  /** Sets the editor's text; null if the file is closed. */
  show(path: string, text: string | null): void {
    const shown = text === null ? null : withOneLineBreak(text);
    if (shown === (this.#open.get(path) ?? null)) return;
    if (shown === null || !this.#open.has(path)) this.#structure += this.#paths.has(path) ? 0 : 1;
    if (shown === null) this.#open.delete(path);
    else this.#open.set(path, shown);
    this.#touch(path);
  }

  forgetPackages(): void {
    this.#listings.clear();
    this.#packageTexts.clear();
    this.#packageTextSize = 0;
    this.#packages++;
    this.#revision++;
    this.#structure++;
  }

  /** Changes whenever the text may have changed. */
  versionOf(path: string): string {
    return isIgnoredPath(path) ? `p${this.#packages}-${this.#versions.get(path) ?? 0}` : String(this.#versions.get(path) ?? 0);
  }

  readFile(path: string): string | null {
    const open = this.#open.get(path);
    if (open !== undefined) return open;
    if (isIgnoredPath(path)) return this.#readPackageFile(path);
    if (!this.#paths.has(path)) return null;
    const version = this.#versions.get(path) ?? 0;
    const known = this.#texts.get(path);
    if (known?.version === version) return known.text;
    const text = normalised(this.#reader.readFile(path));
    this.#texts.set(path, { version, text });
    return text;
  }

  fileExists(path: string): boolean {
    if (this.#open.has(path)) return true;
    if (!isIgnoredPath(path)) return this.#paths.has(path);
    const kind = this.#listing(folderOf(path))?.get(nameOf(path));
    return kind === 'link' ? this.#readPackageFile(path) !== null : kind === 'file';
  }

  folderExists(path: string): boolean {
    if (path === '') return true;
    if (!isIgnoredPath(path)) return (this.#folders.get(path) ?? 0) > 0;
    const parent = folderOf(path);
    const kind = this.#listing(parent)?.get(nameOf(path));
    return kind === 'directory' || (kind === 'link' && this.#listing(path) !== null);
  }

  /** Returns the names in a folder. */
  list(path: string): { files: string[]; folders: string[] } {
    if (isIgnoredPath(path)) {
      const entries = [...(this.#listing(path) ?? [])];
      const isFolder = ([name, kind]: readonly [string, string]) =>
        kind === 'directory' || (kind === 'link' && this.folderExists(`${path}/${name}`));
      return { files: entries.filter((entry) => !isFolder(entry)).map(nameOfEntry), folders: entries.filter(isFolder).map(nameOfEntry) };
    }
    const { files = [], folders = new Set<string>() } = this.#tree().get(path) ?? {};
    return { files: [...files], folders: [...folders] };
  }

  #tree(): ReadonlyMap<string, FolderContents> {
    if (this.#knownTree?.structure === this.#structure) return this.#knownTree.folders;
    const tree = new Map<string, FolderContents>();
    const contentsOf = (folder: string): FolderContents => {
      const known = tree.get(folder);
      if (known) return known;
      const made: FolderContents = { files: [], folders: new Set() };
      tree.set(folder, made);
      if (folder !== '') contentsOf(folderOf(folder)).folders.add(nameOf(folder));
      return made;
    };
    for (const path of this.#paths) contentsOf(folderOf(path)).files.push(nameOf(path));
    this.#knownTree = { structure: this.#structure, folders: tree };
    return tree;
  }

  #add(path: string): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    for (const folder of foldersOf(path)) this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + 1);
  }

  #touch(path: string): void {
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1);
    this.#revision++;
  }

  #listing(folder: string): FolderListing | null {
    const known = this.#listings.get(folder);
    if (known !== undefined) return known;
    // If a parent folder is known not to exist, names below it are not requested.
    const isThere = folder === '' || !isIgnoredPath(folder) || this.folderExists(folder);
    const listed = isThere ? this.#reader.listFolder(folder) : null;
    this.#listings.set(folder, listed);
    return listed;
  }

  #readPackageFile(path: string): string | null {
    const known = this.#packageTexts.get(path);
    if (known !== undefined) return known;
    const text = this.#packageTextSize > MOST_PACKAGE_TEXT ? null : normalised(this.#reader.readFile(path));
    this.#packageTextSize += text?.length ?? 0;
    this.#packageTexts.set(path, text);
    return text;
  }
}

/** Returns null if it is outside the project. */
export function toRelative(absolute: string): string | null {
  return toWorkspacePath(absolute, ROOT);
}

export function toAbsolute(path: string): string {
  return path === '' ? ROOT : `${ROOT}/${path}`;
}

export function withOneLineBreak(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const nameOfEntry = ([name]: readonly [string, string]) => name;

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

function normalised(text: string | null): string | null {
  return text === null ? null : withOneLineBreak(text);
}
