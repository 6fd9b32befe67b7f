import type { ImportSource } from './import-source.ts';

/** What was chosen in a file dialog: of a folder, each file says where in it it is. */
export function collectChosen(files: readonly File[]): ImportSource {
  const named = files.map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
  const folders = new Set(named.map(({ path }) => path.slice(0, path.indexOf('/') + 1)));
  const [folder = ''] = folders;
  if (folders.size !== 1 || folder === '') return { type: 'files', name: null, files: named, skipped: [] };
  const inside = named.map(({ path, file }) => ({ path: path.slice(folder.length), file }));
  return { type: 'files', name: folder.slice(0, -1), files: inside, skipped: [] };
}
