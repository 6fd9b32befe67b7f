import type { FileSystem } from '../kernel/files/file-system.ts';
import { withNodeErrors } from './node-error.ts';
import { decodeText, encodeText } from './text-encoding.ts';

const HASH = 0x23;
const EXCLAMATION_MARK = 0x21;

/** A tree in the wire format (JSON, or MessagePack with bytes for `c`). */
export interface WireFolder {
  d: Record<string, WireFolder | WireFile>;
}

export interface WireFile {
  /**
   * `b`: `c` holds bytes as latin1. `x`: the file is executable; set only by the app's own trees, not by the client's. `l`: a symlink's
   * target.
   */
  f: { c: string | Uint8Array; b?: boolean; x?: boolean } | { l: string };
}

/** Writes the tree below `folder`, over existing files. */
export function writeTree(fileSystem: FileSystem, folder: string, tree: unknown): void {
  if (!isFolder(tree)) throw new Error('mount: this is no tree of files');
  for (const [name, entry] of Object.entries(tree.d)) {
    if (name === '' || name === '.' || name === '..' || name.includes('/')) throw new Error(`mount: '${name}' is no name of a file`);
    const path = `${folder}/${name}`;
    if (isFolder(entry)) {
      withNodeErrors('mkdir', [path], () => fileSystem.mkdir(path, true, 0o755));
      writeTree(fileSystem, path, entry);
    } else writeEntry(fileSystem, path, entry);
  }
}

/** Reads the tree below `folder`. `isWanted` filters files by their path relative to it. */
export function readTree(fileSystem: FileSystem, folder: string, isWanted: (path: string, kind: 'file' | 'folder') => boolean): WireFolder {
  return readFolder(fileSystem, folder, '', isWanted) ?? { d: {} };
}

/** Converts a tree to JSON: text for valid UTF-8, and latin1 for other bytes, which JSON cannot represent otherwise. */
export function toJsonTree(tree: WireFolder): WireFolder {
  const result: WireFolder = { d: Object.create(null) };
  for (const [name, entry] of Object.entries(tree.d)) result.d[name] = 'd' in entry ? toJsonTree(entry) : toJsonFile(entry);
  return result;
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

function toJsonFile({ f }: WireFile): WireFile {
  if ('l' in f || typeof f.c === 'string') return { f };
  try {
    return { f: { c: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(f.c) } };
  } catch {
    return { f: { c: decodeText(f.c, 'latin1'), b: true } };
  }
}

function writeEntry(fileSystem: FileSystem, path: string, entry: unknown): void {
  if (!isFile(entry)) throw new Error(`mount: '${path}' is neither a file nor a folder`);
  const { f } = entry;
  if ('l' in f) {
    withNodeErrors('symlink', [f.l, path], () => {
      fileSystem.removeTree(path, true);
      fileSystem.symlink(f.l, path);
    });
    return;
  }
  const content = typeof f.c === 'string' ? encodeText(f.c, f.b === true ? 'latin1' : 'utf8') : f.c.slice();
  withNodeErrors('open', [path], () => fileSystem.writeFile(path, content));
  // The client's trees have no modes; without this, scripts and bins of a mounted project would not be executable.
  const isScript = content[0] === HASH && content[1] === EXCLAMATION_MARK;
  if (isScript || f.x === true) fileSystem.chmod(path, 0o755);
}

function isFolder(value: unknown): value is WireFolder {
  return typeof value === 'object' && value !== null && 'd' in value && typeof value.d === 'object' && value.d !== null;
}

function isFile(value: unknown): value is WireFile {
  if (typeof value !== 'object' || value === null || !('f' in value) || typeof value.f !== 'object' || value.f === null) return false;
  if ('l' in value.f) return typeof value.f.l === 'string';
  return 'c' in value.f && (typeof value.f.c === 'string' || value.f.c instanceof Uint8Array);
}
