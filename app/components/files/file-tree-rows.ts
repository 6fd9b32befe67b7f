import type { FileEntry } from '../../lib/stores/files.ts';

export interface TreeRow {
  path: string;
  name: string;
  kind: FileEntry['kind'];
  change: FileEntry['change'];
  /** 1 at the root, as `aria-level` counts. */
  level: number;
  isExpanded: boolean;
  position: number;
  siblings: number;
}

interface Node {
  path: string;
  name: string;
  entry: FileEntry;
  children: Node[];
}

/** Folders first, then by name as people sort: `item2` before `item10`. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const order = (a: Node, b: Node) =>
  a.entry.kind === b.entry.kind ? collator.compare(a.name, b.name) : a.entry.kind === 'directory' ? -1 : 1;

/** The visible rows of the tree, from top to bottom. */
export function fileTreeRows(files: ReadonlyMap<string, FileEntry>, collapsed: ReadonlySet<string>): TreeRow[] {
  const nodes = new Map<string, Node>();
  const roots: Node[] = [];
  for (const path of [...files.keys()].sort()) {
    const entry = files.get(path);
    if (!entry) continue;
    const cut = path.lastIndexOf('/');
    const node: Node = { path, name: path.slice(cut + 1), entry, children: [] };
    nodes.set(path, node);
    // A parent sorts before its children, so it is known by now.
    (nodes.get(path.slice(0, Math.max(0, cut)))?.children ?? roots).push(node);
  }
  const rows: TreeRow[] = [];
  const addAll = (siblings: Node[], level: number) => {
    siblings.sort(order).forEach((node, index) => {
      const isExpanded = node.entry.kind === 'directory' && !collapsed.has(node.path);
      const { path, name, entry } = node;
      rows.push({ path, name, kind: entry.kind, change: entry.change, level, isExpanded, position: index + 1, siblings: siblings.length });
      if (isExpanded) addAll(node.children, level + 1);
    });
  };
  addAll(roots, 1);
  return rows;
}
