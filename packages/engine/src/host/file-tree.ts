import { checkWireName, isWireFile, isWireFolder, type WireFolder, wireContent } from 'devonz-engine-protocol/client-wire/file-tree';
import type { FileSystem } from '../kernel/files/file-system.ts';
import { withNodeErrors } from './node-error.ts';

/** Writes the tree below `folder`, over existing files. */
export function writeTree(fileSystem: FileSystem, folder: string, tree: unknown): void {
  if (!isWireFolder(tree)) throw new Error('mount: this is no tree of files');
  for (const [name, entry] of Object.entries(tree.d)) {
    checkWireName(name);
    const path = `${folder}/${name}`;
    if (isWireFolder(entry)) {
      withNodeErrors('mkdir', [path], () => fileSystem.mkdir(path, true, 0o755));
      writeTree(fileSystem, path, entry);
    } else writeEntry(fileSystem, path, entry);
  }
}

/** Reads the tree below `folder`. `isWanted` filters files by their path relative to it. */
export function readTree(fileSystem: FileSystem, folder: string, isWanted: (path: string, kind: 'file' | 'folder') => boolean): WireFolder {
  return readFolder(fileSystem, folder, '', isWanted) ?? { d: {} };
}

function readFolder(
  fileSystem: FileSystem,
  root: string,
  relative: string,
  isWanted: (path: string, kind: 'file' | 'folder') => boolean,
): WireFolder | null {
  const folder: WireFolder = { d: Object.create(null) };
  for (const { name, kind } of fileSystem.readdir(relative === '' ? root : `${root}/${relative}`)) {
    const path = relative === '' ? name : `${relative}/${name}`;
    if (kind === 'directory') {
      const below = readFolder(fileSystem, root, path, isWanted);
      if (below !== null) folder.d[name] = below;
    } else if (isWanted(path, 'file')) {
      const whole = `${root}/${path}`;
      folder.d[name] = { f: kind === 'symlink' ? { l: fileSystem.readlink(whole) } : { c: fileSystem.readFile(whole) } };
    }
  }
  const isEmpty = Object.keys(folder.d).length === 0;
  return isEmpty && relative !== '' && !isWanted(relative, 'folder') ? null : folder;
}

function writeEntry(fileSystem: FileSystem, path: string, entry: unknown): void {
  if (!isWireFile(entry)) throw new Error(`mount: '${path}' is neither a file nor a folder`);
  const { f } = entry;
  if ('l' in f) {
    withNodeErrors('symlink', [f.l, path], () => {
      fileSystem.removeTree(path, true);
      fileSystem.symlink(f.l, path);
    });
    return;
  }
  const { content, isExecutable } = wireContent(f);
  withNodeErrors('open', [path], () => fileSystem.writeFile(path, content));
  if (isExecutable) fileSystem.chmod(path, 0o755);
}
