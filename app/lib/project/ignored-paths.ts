import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { IgnoreTree } from '../search/ignore-rules.ts';

export interface IgnoredPaths {
  /** Reads the .gitignore rules again if one of them has changed. */
  refresh(): Promise<void>;
  /**
   * Whether changes to this path are hidden from lists. It must be excluded by .gitignore now and, if it existed when the run
   * began, also then: a rule written during the run cannot hide a file that the run did not create. Files that may hold keys are
   * never hidden.
   */
  isIgnored(path: string): boolean;
  /** Whether the current .gitignore excludes the path or a folder that contains it. */
  excludes(path: string, isFolder: boolean): boolean;
}

interface IgnoredPathsDependencies {
  files(): ReadonlyMap<string, ContentHash>;
  /** The files as they were when the run began. */
  baseline(): ReadonlyMap<string, ContentHash>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
}

const RULES = /(?:^|\/)\.gitignore$/;

export function createIgnoredPaths({ files, baseline, read }: IgnoredPathsDependencies): IgnoredPaths {
  let now = new IgnoreTree();
  let before = new IgnoreTree();
  let serial = 0;
  /** Cached by path: building the tree asks for tens of thousands. Folder paths end with a slash. */
  let excluded = new Map<string, boolean>();
  const treeOf = async (all: ReadonlyMap<string, ContentHash>): Promise<IgnoreTree> => {
    const tree = new IgnoreTree();
    for (const [path, hash] of all) {
      // Git does not follow a .gitignore that is a link either.
      if (!RULES.test(path) || linkTargetOf(hash) !== null) continue;
      const content = await read(hash).catch(() => null); // An unreadable file counts as having no rules: more is listed, not less.
      if (content !== null) tree.set(folderOf(path), new TextDecoder().decode(content));
    }
    return tree;
  };
  const excludes = (path: string, isFolder: boolean): boolean => {
    const key = isFolder ? `${path}/` : path;
    const known = excluded.get(key);
    if (known !== undefined) return known;
    const folder = folderOf(path);
    const decided = (folder !== '' && excludes(folder, true)) || now.ignores(path, isFolder);
    excluded.set(key, decided);
    return decided;
  };
  return {
    async refresh() {
      const own = ++serial;
      const [current, atStart] = await Promise.all([treeOf(files()), treeOf(baseline())]);
      if (own !== serial) return;
      now = current;
      before = atStart;
      excluded = new Map();
    },
    excludes,
    isIgnored(path) {
      if (isSecretPath(path) || !ignores(now, path)) return false;
      return !baseline().has(path) || ignores(before, path);
    },
  };
}

function ignores(tree: IgnoreTree, path: string): boolean {
  return tree.ignoresFolder(folderOf(path)) || tree.ignores(path, false);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
