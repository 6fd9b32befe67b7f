import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { Hasher } from '../../agent/contract/ports.ts';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import type { FileStamp } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { IgnoreTree } from '../../search/ignore-rules.ts';
import { LARGEST_FILE, MOST_BYTES, MOST_FILES } from '../import/import-limits.ts';
import { countText, sizeText } from '../import/import-plan.ts';
import { nullWhereNotFound } from './folder-places.ts';
import { FolderProblem } from './folder-problem.ts';
import { isKeptOutside, isPlainPath } from './kept-outside.ts';

/** A file on disk as it was last seen. */
export interface SeenFile extends FileStamp {
  hash: ContentHash;
}

/** The result of scanning a folder. */
export interface FolderScan {
  files: Map<string, SeenFile>;
  /** Files that exist but are not synchronised, with the reason. */
  left: Map<string, string>;
  /** The rules of the folder's .gitignore files. */
  rules: IgnoreTree;
}

export interface ScanOptions {
  hasher: Hasher;
  now(): number;
  /** Also includes files that .gitignore excludes. */
  withIgnored: boolean;
}

/** A folder, or the part of it that is scanned. */
export interface ListedFolder {
  entries(): AsyncIterable<[string, FileSystemHandle]>;
}

/**
 * A file system may give two writes the same time. A file that was written this shortly before it was seen is read again, even if its time
 * is unchanged. In milliseconds.
 */
const TIME_IS_COARSE = 2_500;
/** Files checked in parallel: each check is a round trip to the browser process. */
const AT_ONCE = 16;

export function emptyScan(): FolderScan {
  return { files: new Map(), left: new Map(), rules: new IgnoreTree() };
}

/** Adds everything in that folder and below to the scan. `before`: the files as last seen. */
export async function scanFolder(
  folder: ListedFolder,
  prefix: string,
  scan: FolderScan,
  before: ReadonlyMap<string, SeenFile>,
  options: ScanOptions,
): Promise<void> {
  const files: { path: string; handle: FileSystemFileHandle }[] = [];
  await collect(folder, prefix, { scan, files, options });
  if (scan.files.size + files.length > MOST_FILES)
    throw new FolderProblem(
      'limit',
      t('The folder has {files}, more than the {most} that a project takes. Exclude what is generated in its .gitignore.', {
        files: countText(scan.files.size + files.length),
        most: numberText(MOST_FILES),
      }),
    );
  for (let at = 0; at < files.length; at += AT_ONCE)
    await Promise.all(files.slice(at, at + AT_ONCE).map(({ path, handle }) => look(path, handle, scan, before.get(path), options)));
  const bytes = [...scan.files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES)
    throw new FolderProblem(
      'limit',
      t('The folder has {size}, more than the {most} that a project takes.', { size: sizeText(bytes), most: sizeText(MOST_BYTES) }),
    );
}

interface Collecting {
  scan: FolderScan;
  files: { path: string; handle: FileSystemFileHandle }[];
  options: ScanOptions;
}

async function collect(folder: ListedFolder, prefix: string, collecting: Collecting): Promise<void> {
  const { scan, files, options } = collecting;
  const folders: [string, FileSystemDirectoryHandle][] = [];
  const here: [string, FileSystemFileHandle][] = [];
  for await (const [name, handle] of folder.entries()) {
    const path = prefix + name;
    if (isKeptOutside(path)) continue;
    if (!isPlainPath(path)) scan.left.set(path, t('A project can have no file of that name.'));
    else if (isFolder(handle)) folders.push([path, handle]);
    else if (isFile(handle)) here.push([path, handle]);
  }
  // The rules are read before the files that they apply to.
  const rules = here.find(([path]) => path === `${prefix}.gitignore`);
  if (rules !== undefined && !options.withIgnored) scan.rules.set(prefix.slice(0, -1), await textOf(rules[1]));
  for (const [path, handle] of here) {
    // Git ignores files with keys everywhere, but the project needs them to run.
    if (isSecretPath(path) || !scan.rules.ignores(path, false)) files.push({ path, handle });
  }
  for (const [path, handle] of folders) {
    // A NotFoundError means that the folder is gone; other errors do not.
    if (!scan.rules.ignores(path, true)) await collect(handle, `${path}/`, collecting).catch(nullWhereNotFound);
  }
}

async function look(
  path: string,
  handle: FileSystemFileHandle,
  scan: FolderScan,
  before: SeenFile | undefined,
  options: ScanOptions,
): Promise<void> {
  const file = await handle.getFile().catch((error: unknown) => (isUnreadable(error) ? 'unreadable' : nullWhereNotFound(error)));
  if (file === null) return;
  if (file === 'unreadable') return void scan.left.set(path, t('It cannot be read on the disk.'));
  if (file.size > LARGEST_FILE) return void scan.left.set(path, t('It is larger than 10 MB.'));
  if (before !== undefined && isSame(before, file)) return void scan.files.set(path, before);
  const seen = await see(file, options).catch((error: unknown) => (isUnreadable(error) ? null : Promise.reject(error)));
  if (seen === null) scan.left.set(path, t('It cannot be read on the disk.'));
  else scan.files.set(path, seen);
}

export async function see(file: File, { hasher, now }: ScanOptions): Promise<SeenFile> {
  const seenAt = now();
  const hash = await hasher.hash(new Uint8Array(await file.arrayBuffer()));
  return { hash, modified: file.lastModified, size: file.size, seenAt };
}

/** Whether the time and size alone prove that the file has not been written since. */
export function isSame(seen: SeenFile, file: Pick<File, 'lastModified' | 'size'>): boolean {
  return seen.modified === file.lastModified && seen.size === file.size && seen.seenAt - seen.modified > TIME_IS_COARSE;
}

/** This error also occurs for a file that is written while it is read. */
function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotReadableError';
}

async function textOf(handle: FileSystemFileHandle): Promise<string> {
  const file = await handle.getFile().catch(nullWhereNotFound);
  return file === null ? '' : file.text();
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}
