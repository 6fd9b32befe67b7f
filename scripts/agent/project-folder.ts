import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnoredPath } from '../../app/lib/runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../app/lib/runtime/to-workspace-path.ts';
import { IgnoreTree } from '../../app/lib/search/ignore-rules.ts';

/** A project's state when it was read. */
export interface ProjectSnapshot {
  root: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** Descriptions of the files left out, with reasons. Files in .gitignore are not listed. */
  leftOut: readonly string[];
}

/** The folder cannot be a project; the message explains why. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** Larger files are build outputs, and the app does not store them either. */
const LARGEST_FILE = 10 * 1024 * 1024;
const LARGEST_PROJECT = 200 * 1024 * 1024;

/** Reads every file that .gitignore does not exclude; folders such as `.git`, `node_modules` and `dist` are always excluded. */
export async function readProjectFolder(root: string, maxFiles: number): Promise<ProjectSnapshot> {
  const status = await stat(root).catch(() => null);
  if (status === null) throw new FolderError(`There is no folder ${root}.`);
  if (!status.isDirectory()) throw new FolderError(`${root} is not a folder.`);
  const reader = new FolderReader(root, maxFiles);
  await reader.read('');
  return { root, files: reader.files, leftOut: reader.leftOut };
}

class FolderReader {
  readonly files = new Map<string, Uint8Array>();
  readonly leftOut: string[] = [];
  readonly #rules = new IgnoreTree();
  readonly #root: string;
  readonly #maxFiles: number;
  #size = 0;

  constructor(root: string, maxFiles: number) {
    this.#root = root;
    this.#maxFiles = maxFiles;
  }

  async read(folder: string): Promise<void> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true });
    if (entries.some((entry) => entry.name === '.gitignore' && entry.isFile()))
      this.#rules.set(folder, await readFile(join(this.#root, folder, '.gitignore'), 'utf8'));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) await this.#take(folder, entry);
  }

  async #take(folder: string, entry: Dirent): Promise<void> {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isIgnoredPath(path) || this.#rules.ignores(path, entry.isDirectory())) return;
    if (toWorkspacePath(path) !== path || path.includes('\\')) return this.#leave(path, 'a name that the project cannot hold');
    if (entry.isDirectory()) return this.read(path);
    if (!entry.isFile()) return this.#leave(path, entry.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder');
    const { size } = await stat(join(this.#root, path));
    if (size > LARGEST_FILE) return this.#leave(path, `${Math.ceil(size / 1024 / 1024)} MB, more than the 10 MB that a file may have`);
    this.#size += size;
    if (this.files.size === this.#maxFiles)
      throw new FolderError(
        `${this.#root} has more than ${this.#maxFiles} files. Leave some out by .gitignore, name a smaller folder, or raise --max-files.`,
      );
    if (this.#size > LARGEST_PROJECT)
      throw new FolderError(`${this.#root} has more than 200 MB. Leave some out by .gitignore, or name a smaller folder.`);
    this.files.set(path, await readFile(join(this.#root, path)));
  }

  #leave(path: string, why: string): void {
    this.leftOut.push(`${JSON.stringify(path)}: ${why}`);
  }
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
