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

/** A file of the disk as it was when it was last looked at. */
export interface SeenFile extends FileStamp {
  hash: ContentHash;
}

/** What a folder has, found by going through it. */
export interface FolderScan {
  files: Map<string, SeenFile>;
  /** There and not kept equal, with the reason. */
  left: Map<string, string>;
  /** The rules of its own .gitignore files. */
  rules: IgnoreTree;
}

export interface ScanOptions {
  hasher: Hasher;
  now(): number;
  /** Also what .gitignore excludes. */
  withIgnored: boolean;
}

/** A folder, or a part of what it lists. */
export interface ListedFolder {
  entries(): AsyncIterable<[string, FileSystemHandle]>;
}

/**
 * A file system may give two writes one time. What was written so shortly before it was seen is looked at again, whatever its time says.
 * Milliseconds.
 */
const TIME_IS_COARSE = 2_500;
/** Files that are looked at side by side: each look waits for the browser's own process. */
const AT_ONCE = 16;

export function emptyScan(): FolderScan {
  return { files: new Map(), left: new Map(), rules: new IgnoreTree() };
}

/** Adds what is in that folder, and below it, to the scan. `before`: what was seen of it then. */
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
  // Before anything that they speak of.
  const rules = here.find(([path]) => path === `${prefix}.gitignore`);
  if (rules !== undefined && !options.withIgnored) scan.rules.set(prefix.slice(0, -1), await textOf(rules[1]));
  for (const [path, handle] of here) {
    // Keys are ignored by git everywhere, and needed to run the project.
    if (isSecretPath(path) || !scan.rules.ignores(path, false)) files.push({ path, handle });
  }
  for (const [path, handle] of folders) {
    // It may be gone by now; anything else is no sign that it is.
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

/** Whether it can be known without reading it that nothing was written since. */
export function isSame(seen: SeenFile, file: Pick<File, 'lastModified' | 'size'>): boolean {
  return seen.modified === file.lastModified && seen.size === file.size && seen.seenAt - seen.modified > TIME_IS_COARSE;
}

/** Also of a file that was written while it was read. */
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
