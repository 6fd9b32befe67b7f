import { because } from '../../protocol/texts/reason.ts';
import { SESSION_HEADER, SESSION_JOURNAL } from '../../session-file/session-file-names.ts';
import { createLinkFollower } from './archive-links.ts';
import { LARGEST_ARCHIVE, MOST_ENTRIES } from './import-limits.ts';
import { ImportProblem, type ImportSource, type OpenedSource, type SourceEntry } from './import-source.ts';
import { unpackEntry } from './unpack-entry.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { zipEntryKind } from './zip-entry-kind.ts';

const STORED = 0;
const DEFLATED = 8;
const EXECUTABLE = 0o111;

/** Lists the source; contents are read on demand. Rejects with an `ImportProblem`. */
export async function openSource(source: ImportSource, languages: readonly string[]): Promise<OpenedSource> {
  if (source.type === 'files') {
    const count = source.files.length;
    const skipped = source.skipped.map((entry): SourceEntry => ({ kind: 'other', ...entry }));
    if (count > MOST_ENTRIES)
      throw new ImportProblem(because('These are {count} files; at most {most} are looked at', { count, most: MOST_ENTRIES }));
    return { name: source.name, entries: [...source.files.map(({ path, file }) => fileEntry(path, file)), ...skipped], isSession: false };
  }
  if (source.file.size > LARGEST_ARCHIVE) throw new ImportProblem(because('The archive is larger than the 300 MB that are taken'));
  const archive = new Uint8Array(await source.file.arrayBuffer());
  const directory = readZipDirectory(archive, languages);
  const isSession = [SESSION_HEADER, SESSION_JOURNAL].every((wanted) => directory.some(({ name }) => name === wanted));
  const follow = createLinkFollower(archive, directory);
  const all = directory.flatMap((entry): SourceEntry[] => {
    if (zipEntryKind(entry) !== 'link') return zipEntry(archive, entry);
    // The journal of an import records only files, so a link to a file is imported as a copy of that file.
    const found = follow(entry);
    if (typeof found === 'string') return [{ kind: 'other', path: entry.name, reason: found }];
    const [copy] = zipEntry(archive, found);
    return [copy === undefined ? { kind: 'other', path: entry.name, reason: 'link' } : { ...copy, path: entry.name }];
  });
  const entries = source.folder === undefined ? all : entriesIn(source.folder, all);
  return { name: source.name.replace(/\.zip$/i, ''), entries, isSession };
}

/** If all entries of an archive are in one folder: the entries of the given folder inside it, with paths relative to that folder. */
function entriesIn(folder: string, entries: readonly SourceEntry[]): SourceEntry[] {
  const start = `${folder}/`;
  const found = entries.flatMap((entry) => {
    const inner = entry.path.slice(entry.path.indexOf('/') + 1);
    return inner.startsWith(start) ? [{ ...entry, path: inner.slice(start.length) }] : [];
  });
  if (found.length === 0) throw new ImportProblem(because('There is no folder “{folder}” in it', { folder }));
  return found;
}

function fileEntry(path: string, file: Blob): SourceEntry {
  return {
    kind: 'file',
    path,
    size: file.size,
    isExecutable: false,
    blob: file,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  };
}

/** Empty for a folder: folders are created for the files in them. */
function zipEntry(archive: Uint8Array, entry: ZipEntry): SourceEntry[] {
  const { name: path, mode, method, size } = entry;
  if (path.endsWith('/')) return [];
  if (zipEntryKind(entry) !== 'file') return [{ kind: 'other', path, reason: 'link' }];
  if (entry.isEncrypted) return [{ kind: 'other', path, reason: 'encrypted' }];
  if (method !== STORED && method !== DEFLATED) return [{ kind: 'other', path, reason: 'method' }];
  return [{ kind: 'file', path, size, isExecutable: (mode & EXECUTABLE) !== 0, read: async () => unpackEntry(archive, entry) }];
}
