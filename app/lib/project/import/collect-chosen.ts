import type { ImportSource } from './import-source.ts';

/** A kind of file that is imported as more than a single project file. */
interface FileKind {
  isOfKind(file: File): boolean;
  source(file: File): ImportSource;
}

/** The kinds that a single chosen or dropped file can have; the first match counts. To add a kind, add a line. */
const FILE_KINDS: readonly FileKind[] = [
  {
    isOfKind: ({ name, type }) => /\.zip$/i.test(name) || /^application\/(?:x-)?zip/.test(type),
    source: (file) => ({ type: 'zip', name: file.name, file }),
  },
];

/** The files from a file dialog. If a folder was chosen, each file has its path in the folder. */
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
