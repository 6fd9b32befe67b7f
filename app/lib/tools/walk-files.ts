import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FileKind, Workspace, WorkspacePath } from '../runtime/types.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { decodeText } from './text-file.ts';

export interface WalkedEntry {
  path: WorkspacePath;
  kind: FileKind;
  /** 1 for what stands directly in the folder walked. */
  depth: number;
  /** Named, and never entered. */
  isIgnored: boolean;
}

export async function readIgnoreRules(workspace: Workspace): Promise<IgnoreRules> {
  const path = toWorkspacePath('.gitignore');
  if (path === null || (await workspace.kindOf(path)) !== 'file') return new IgnoreRules('');
  return new IgnoreRules(decodeText(await workspace.readFile(path)) ?? '');
}

/** Everything under `root` that the rules leave in, depth first, sorted. Ignored folders are named but not entered. */
export async function* walkFiles(
  workspace: Workspace,
  root: WorkspacePath,
  options: { maxDepth: number; signal: AbortSignal; yieldIgnored: boolean },
): AsyncGenerator<WalkedEntry> {
  const rules = await readIgnoreRules(workspace);
  async function* visit(folder: WorkspacePath, depth: number): AsyncGenerator<WalkedEntry> {
    for (const entry of await workspace.readDirectory(folder)) {
      if (options.signal.aborted) return;
      const path = toWorkspacePath(folder === '' ? entry.name : `${folder}/${entry.name}`);
      if (path === null) continue;
      const isIgnored = rules.ignores(path, entry.kind === 'directory');
      // What a link points to has a name of its own, or is not of the project.
      if ((isIgnored || entry.isLink === true) && !options.yieldIgnored) continue;
      yield { path, kind: entry.kind, depth, isIgnored };
      if (entry.kind === 'directory' && !isIgnored && depth < options.maxDepth) yield* visit(path, depth + 1);
    }
  }
  yield* visit(root, 1);
}
