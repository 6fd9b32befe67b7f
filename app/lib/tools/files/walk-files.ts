import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { FileKind, Workspace, WorkspacePath } from '../../runtime/types.ts';
import { IgnoreTree } from '../../search/ignore-rules.ts';
import { decodeText } from '../../search/text-file.ts';
import { linkOnTheWay } from './link-on-the-way.ts';

export interface WalkedEntry {
  path: WorkspacePath;
  kind: FileKind;
  /** 1 for direct children of the walked folder. */
  depth: number;
  /** Ignored entries are listed but never entered. */
  isIgnored: boolean;
}

/** Returns the ignore rules of the folders from the root down to `folder`. */
async function rulesDownTo(workspace: Workspace, folder: WorkspacePath): Promise<IgnoreTree> {
  const tree = new IgnoreTree();
  const segments = folder === '' ? [] : folder.split('/');
  for (let depth = 0; depth <= segments.length; depth++) await addRules(workspace, tree, segments.slice(0, depth).join('/'));
  return tree;
}

async function addRules(workspace: Workspace, tree: IgnoreTree, folder: string): Promise<void> {
  const path = toWorkspacePath(folder === '' ? '.gitignore' : `${folder}/.gitignore`);
  // The omissions of a listing must not reveal the content of a secret file, under its own name or behind a link.
  if (path === null || isSecretPath(path) || (await workspace.kindOf(path)) !== 'file') return;
  if ((await linkOnTheWay(path, workspace)) !== null) return;
  tree.set(folder, decodeText(await workspace.readFile(path)) ?? '');
}

/**
 * Yields everything under `root` that is not ignored (everything if `root` itself is ignored), depth first, sorted. With `yieldIgnored`,
 * ignored entries and links are included, but ignored folders are never entered.
 */
export async function* walkFiles(
  workspace: Workspace,
  root: WorkspacePath,
  options: { maxDepth: number; signal: AbortSignal; yieldIgnored: boolean },
): AsyncGenerator<WalkedEntry> {
  const found = await rulesDownTo(workspace, root);
  const rules = found.ignoresFolder(root) ? new IgnoreTree() : found;
  async function* visit(folder: WorkspacePath, depth: number): AsyncGenerator<WalkedEntry> {
    const entries = await workspace.readDirectory(folder);
    if (folder !== root && entries.some(({ name }) => name === '.gitignore')) await addRules(workspace, rules, folder);
    for (const entry of entries) {
      if (options.signal.aborted) return;
      const path = toWorkspacePath(folder === '' ? entry.name : `${folder}/${entry.name}`);
      if (path === null) continue;
      const isIgnored = rules.ignores(path, entry.kind === 'directory');
      // A link's target has its own name or is outside the project.
      if ((isIgnored || entry.isLink === true) && !options.yieldIgnored) continue;
      yield { path, kind: entry.kind, depth, isIgnored };
      if (entry.kind === 'directory' && !isIgnored && depth < options.maxDepth) yield* visit(path, depth + 1);
    }
  }
  yield* visit(root, 1);
}
