import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { type FileReader, type FolderListing, ProjectFiles } from '../language/project-files.ts';

/** A project in memory, including installed packages, that records reads. */
export class MemoryFiles implements FileReader {
  readonly contents: Map<string, string>;
  readonly reads: string[] = [];

  constructor(contents: Readonly<Record<string, string>>) {
    this.contents = new Map(Object.entries(contents));
  }

  readFile(path: string): string | null {
    this.reads.push(path);
    return this.contents.get(path) ?? null;
  }

  listFolder(path: string): FolderListing | null {
    const start = path === '' ? '' : `${path}/`;
    const found = new Map<string, 'file' | 'directory'>();
    for (const file of this.contents.keys()) {
      if (!file.startsWith(start)) continue;
      const [name = '', ...rest] = file.slice(start.length).split('/');
      found.set(name, rest.length === 0 ? 'file' : 'directory');
    }
    return found.size === 0 ? null : found;
  }

  /** As the page reports them, without installed packages. */
  projectFiles(): ProjectFiles {
    return new ProjectFiles(
      this,
      [...this.contents.keys()].filter((path) => !isIgnoredPath(path)),
    );
  }
}
