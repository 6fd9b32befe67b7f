import type { Overlay } from '../shell-context.tsx';

/** A file that is more than a file of a project. */
interface FileKind {
  isOfKind(file: File): boolean;
  overlay(file: File): Overlay;
}

/** One part for both: each that is loaded later costs the first page some bytes. */
const collectors = () => import('../../../lib/project/import/collectors.ts');

/** What one dropped or chosen file can be, the first that fits; a line adds a kind. */
const FILE_KINDS: readonly FileKind[] = [
  {
    isOfKind: (file) => /\.zip$/i.test(file.name) || /^application\/(?:x-)?zip/.test(file.type),
    overlay: (file) => ({ type: 'import', collect: async () => ({ type: 'zip', name: file.name, file }) }),
  },
];

/** The dialog for files that a user has chosen. */
export function overlayForFiles(files: readonly File[]): Overlay {
  const [only] = files;
  const kind = files.length === 1 && only !== undefined ? FILE_KINDS.find(({ isOfKind }) => isOfKind(only)) : undefined;
  if (only !== undefined && kind !== undefined) return kind.overlay(only);
  return {
    type: 'import',
    collect: async () => (await collectors()).collectChosen(files),
  };
}

/** The dialog for what was dropped; to be called while the drop is handled, for its entries are gone right after. */
export function overlayForDropped(dropped: Pick<DataTransfer, 'items' | 'files'>): Overlay {
  const items = [...(dropped.items ?? [])];
  const entries = items.flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return overlayForFiles([...dropped.files]);
  const handles = Promise.allSettled(items.map((item) => item.getAsFileSystemHandle?.()));
  return {
    type: 'import',
    collect: async () => (await collectors()).collectDropped(entries, handles),
  };
}
