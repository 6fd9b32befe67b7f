import type { ImportSource } from './import-source.ts';

/** A file that is more than a file of a project. */
interface FileKind {
  isOfKind(file: File): boolean;
  source(file: File): ImportSource;
}

/** What one chosen or dropped file can be, the first that fits; a line adds a kind. */
const FILE_KINDS: readonly FileKind[] = [
  {
    isOfKind: ({ name, type }) => /\.zip$/i.test(name) || /^application\/(?:x-)?zip/.test(type),
    source: (file) => ({ type: 'zip', name: file.name, file }),
  },
];

/** What was chosen in a file dialog: of a folder, each file says where in it it is. */
export function collectChosen(files: readonly File[]): ImportSource {
  const [only] = files;
  const isOneFile = files.length === 1 && only !== undefined && only.webkitRelativePath === '';
  const kind = isOneFile ? FILE_KINDS.find(({ isOfKind }) => isOfKind(only)) : undefined;
  if (isOneFile && kind !== undefined) return kind.source(only);
  const named = files.map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
  const folders = new Set(named.map(({ path }) => path.slice(0, path.indexOf('/') + 1)));
  const [folder = ''] = folders;
  if (folders.size !== 1 || folder === '') return { type: 'files', name: null, files: named, skipped: [] };
  const inside = named.map(({ path, file }) => ({ path: path.slice(folder.length), file }));
  return { type: 'files', name: folder.slice(0, -1), files: inside, skipped: [] };
}
