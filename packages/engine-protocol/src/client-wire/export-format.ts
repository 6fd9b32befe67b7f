import { globPattern } from '../glob-pattern.ts';
import { packMessage } from '../message-pack.ts';
import { toJsonTree, type WireFolder } from './file-tree.ts';
import { encodeText } from './text-encoding.ts';

export interface ExportRequest {
  /** Includes the internal client's names of the formats. */
  format?: 'json' | 'pretty' | 'binary' | 'msgpack' | 'zip' | undefined;
  /** Globs of files to include even if `excludes` matches them or a parent folder. */
  includes?: string[] | undefined;
  excludes?: string[] | undefined;
  ignoreSymlinks?: boolean | undefined;
}

/** The shape of fflate's `Zippable`. */
export interface ZipEntries {
  [name: string]: ZipEntries | Uint8Array | [Uint8Array, { os: number; attrs: number }];
}

/**
 * Returns a function that decides by an entry's path, relative to the exported folder, whether the export includes it.
 */
export function exportFilter({ includes = [], excludes = [] }: ExportRequest): (path: string, kind: 'file' | 'folder') => boolean {
  const included = includes.map(globPattern);
  const excluded = excludes.map(globPattern);
  return (path, kind) => !isBelowAny(path, excluded) || (kind === 'file' && included.some((pattern) => pattern.test(path)));
}

export function packTree(
  tree: WireFolder,
  format: NonNullable<ExportRequest['format']>,
  zip: (entries: ZipEntries) => Uint8Array,
): Uint8Array {
  switch (format) {
    case 'json':
      return new TextEncoder().encode(JSON.stringify(toJsonTree(tree)));
    case 'pretty':
      return new TextEncoder().encode(JSON.stringify(toJsonTree(tree), null, 2));
    case 'binary':
    case 'msgpack':
      // A tree read from files contains only strings, bytes and maps; symlinks are stored as `{l}`.
      return packMessage(tree as unknown as Parameters<typeof packMessage>[0]);
    case 'zip':
      return zip(toZip(tree));
    default:
      throw new TypeError(`export: unknown format '${String(format)}'`);
  }
}

/** Returns whether a pattern matches the path or one of its parent folders. */
function isBelowAny(path: string, patterns: RegExp[]): boolean {
  if (patterns.length === 0) return false;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (patterns.some((pattern) => pattern.test(path.slice(0, end)))) return true;
  }
  return patterns.some((pattern) => pattern.test(path));
}

const SYMLINK_MODE = 0o120777;
const UNIX = 3;

function toZip(tree: WireFolder): ZipEntries {
  const result: ZipEntries = Object.create(null);
  for (const [name, entry] of Object.entries(tree.d)) {
    if ('d' in entry) result[name] = toZip(entry);
    // Like Info-ZIP, stores a link with its target as content and its kind in the Unix mode.
    else if ('l' in entry.f) result[name] = [encodeText(entry.f.l, 'utf8'), { os: UNIX, attrs: SYMLINK_MODE << 16 }];
    else result[name] = typeof entry.f.c === 'string' ? encodeText(entry.f.c, 'utf8') : entry.f.c;
  }
  return result;
}
