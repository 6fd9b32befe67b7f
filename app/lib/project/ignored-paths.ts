import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { IgnoreTree } from '../search/ignore-rules.ts';

export interface IgnoredPaths {
  /** Looks at the rules again, where one of them has changed. */
  refresh(): Promise<void>;
  /**
   * A change of it is left out of what is listed: .gitignore excludes it, and, where it was there when the run began, did so then: a rule
   * written in the run hides no file that it did not make. What may hold keys is never left out.
   */
  isIgnored(path: string): boolean;
  /** .gitignore, as it is now, leaves it or a folder that it is in out. */
  excludes(path: string, isFolder: boolean): boolean;
}

interface IgnoredPathsDependencies {
  files(): ReadonlyMap<string, ContentHash>;
  /** What the files were when the run began. */
  baseline(): ReadonlyMap<string, ContentHash>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
}

const RULES = /(?:^|\/)\.gitignore$/;

export function createIgnoredPaths({ files, baseline, read }: IgnoredPathsDependencies): IgnoredPaths {
  let now = new IgnoreTree();
  let before = new IgnoreTree();
  let serial = 0;
  /** By path: tens of thousands are asked for each time the tree is made. Folders end with a slash. */
  let excluded = new Map<string, boolean>();
  const treeOf = async (all: ReadonlyMap<string, ContentHash>): Promise<IgnoreTree> => {
    const tree = new IgnoreTree();
    for (const [path, hash] of all) {
      // As git, which follows no link here.
      if (!RULES.test(path) || linkTargetOf(hash) !== null) continue;
      const content = await read(hash).catch(() => null); // As if it had no rules: more is listed, not less.
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
