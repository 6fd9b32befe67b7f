import { readTar } from '../../archive/read-tar.ts';

export interface ArchiveFile {
  /** Relative, without the archive's first folder, `.` and `..`. */
  path: string;
  content: Uint8Array;
  isExecutable: boolean;
}

/** Returns the path below the archive's own first folder (`package/`), or null if it would leave that folder or is the folder itself. */
function pathInPackage(path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length < 2 || segments.includes('..')) return null;
  return segments.slice(1).join('/');
}

const FILE_TYPES = new Set(['0', '\0', '7']);

/** Yields the files of a package's archive. A package only needs regular files; links are skipped, as in npm. */
export function* readArchive(archive: Uint8Array): Generator<ArchiveFile> {
  for (const { path: full, type, mode, content } of readTar(archive)) {
    const path = pathInPackage(full);
    if (path !== null && FILE_TYPES.has(type) && !full.endsWith('/')) yield { path, content, isExecutable: (mode & 0o111) !== 0 };
  }
}

/** Decompresses gzip; other data is returned unchanged. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
