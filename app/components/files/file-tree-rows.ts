import type { FileEntry } from '../../lib/stores/files.ts';
import { sortByName } from './sorted-names.ts';

export interface TreeRow {
  path: string;
  name: string;
  kind: FileEntry['kind'];
  change: FileEntry['change'];
  /** For a folder: whether something in it has changed. */
  hasChanges: boolean;
  isIgnored: boolean;
  /** The target of a symbolic link, or `null` if it is not one. */
  linkTo: string | null;
  /** From 1 at the root, like `aria-level`. */
  level: number;
  isExpanded: boolean;
  position: number;
  siblings: number;
}

interface TreeNode {
  path: string;
  name: string;
  entry: FileEntry;
  /** Folders first, then by name; sorted when the folder is first shown. */
  children: TreeNode[];
  isSorted: boolean;
  /** Number of all entries in it, at any depth. */
  count: number;
  hasChanges: boolean;
}

/** The project's files as a tree. */
export interface FileTreeModel {
  roots: TreeNode;
  nodes: ReadonlyMap<string, TreeNode>;
}

/** Folders that the user has opened (true) or closed; for the others, `isOpenAtFirst` decides. */
export type ExpandedFolders = ReadonlyMap<string, boolean>;

/** A folder with more entries is closed at first. */
const OPEN_UP_TO = 1_000;

const EMPTY: FileEntry = { kind: 'directory', change: 'none' };

export function fileTreeModel(files: ReadonlyMap<string, FileEntry>): FileTreeModel {
  const roots = nodeOf('', EMPTY);
  const nodes = new Map<string, TreeNode>();
  for (const [path, entry] of files) nodes.set(path, nodeOf(path, entry));
  for (const node of nodes.values()) (nodes.get(folderOf(node.path)) ?? roots).children.push(node);
  countIn(roots);
  return { roots, nodes };
}

function nodeOf(path: string, entry: FileEntry): TreeNode {
  return { path, name: path.slice(path.lastIndexOf('/') + 1), entry, children: [], isSorted: false, count: 0, hasChanges: false };
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function countIn(node: TreeNode): void {
  for (const child of node.children) {
    if (child.children.length > 0) countIn(child);
    node.count += 1 + child.count;
    if (child.hasChanges || child.entry.change !== 'none') node.hasChanges = true;
  }
}

/** Whether a folder is open at first: large and ignored ones are not. */
function isOpenAtFirst({ count, entry }: TreeNode): boolean {
  return count <= OPEN_UP_TO && entry.isIgnored !== true;
}

/** Returns the visible rows of the tree, from top to bottom. Closed folders are neither sorted nor traversed. */
export function fileTreeRows({ roots }: FileTreeModel, expanded: ExpandedFolders, showsIgnored = true): TreeRow[] {
  const rows: TreeRow[] = [];
  const addAll = (folder: TreeNode, level: number) => {
    sortChildren(folder);
    const shown = showsIgnored ? folder.children : folder.children.filter(({ entry }) => entry.isIgnored !== true);
    const siblings = shown.length;
    for (const [index, node] of shown.entries()) {
      const { path, name, entry, hasChanges } = node;
      const isExpanded = entry.kind === 'directory' && (expanded.get(path) ?? isOpenAtFirst(node));
      const { kind, change } = entry;
      const isIgnored = entry.isIgnored === true;
      const linkTo = entry.linkTo ?? null;
      rows.push({ path, name, kind, change, hasChanges, isIgnored, linkTo, level, isExpanded, position: index + 1, siblings });
      if (isExpanded) addAll(node, level + 1);
    }
  };
  addAll(roots, 1);
  return rows;
}

function sortChildren(folder: TreeNode): void {
  if (folder.isSorted) return;
  folder.isSorted = true;
  const folders = sortByName(folder.children.filter(({ entry }) => entry.kind === 'directory'));
  const files = sortByName(folder.children.filter(({ entry }) => entry.kind === 'file'));
  folder.children = [...folders, ...files];
}

/** Returns the expanded folders, including all ancestors of a path. */
export function expandedTo(path: string, expanded: ExpandedFolders): ExpandedFolders {
  const opened = new Map(expanded);
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) opened.set(path.slice(0, at), true);
  return opened;
}
