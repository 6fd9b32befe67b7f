import { globPattern } from 'devonz-engine-protocol/glob-pattern';
import type { NodeHost } from '../../node-host.ts';
import type { FileOperations } from './file-operations.ts';
import type { Dirent } from './file-stats.ts';

interface GlobOptions {
  cwd?: string | URL;
  exclude?: ((entry: unknown) => boolean) | string[];
  withFileTypes?: boolean;
}

/** Returns the folders of a pattern before its first special character, where the walk starts. */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const end = parts.findIndex((part) => /[*?[\]{}]/.test(part));
  return parts.slice(0, end === -1 ? parts.length - 1 : end).join('/');
}

function walk(operations: FileOperations, base: string, folder: string, visit: (path: string, entry: Dirent) => boolean): void {
  let entries: Dirent[];
  try {
    // `withFileTypes` makes the entries `Dirent`s.
    entries = operations.readdir(folder === '' ? base : `${base}/${folder}`, { withFileTypes: true }) as Dirent[];
  } catch {
    // If the folder is missing or is not a folder, nothing matches below it.
    return;
  }
  for (const entry of entries) {
    const path = folder === '' ? String(entry.name) : `${folder}/${entry.name}`;
    if (visit(path, entry) && entry.isDirectory()) walk(operations, base, path, visit);
  }
}

/** Implements `fs.globSync`: returns the paths (or entries) under `cwd` that match a pattern. */
export function globSync(host: NodeHost, operations: FileOperations, patterns: unknown, given?: unknown): unknown[] {
  const options = (typeof given === 'object' && given !== null ? given : {}) as GlobOptions;
  const cwd = host.resolvePath(options.cwd instanceof URL ? options.cwd.pathname : (options.cwd ?? '.'));
  const { exclude, withFileTypes } = options;
  const excluded = Array.isArray(exclude) ? exclude.map(globPattern) : [];
  const isExcluded = (path: string, entry: Dirent): boolean =>
    typeof exclude === 'function' ? exclude(withFileTypes ? entry : path) : excluded.some((pattern) => pattern.test(path));
  const found = new Map<string, Dirent>();
  for (const pattern of Array.isArray(patterns) ? patterns.map(String) : [String(patterns)]) {
    const isAbsolute = pattern.startsWith('/');
    const base = isAbsolute ? '/' : cwd;
    const matcher = globPattern(pattern);
    const start = fixedFolder(pattern.replace(/^\.?\//, ''));
    walk(operations, base === '/' ? '' : base, start, (path, entry) => {
      if (isExcluded(path, entry)) return false;
      if (matcher.test(path)) found.set(isAbsolute ? `/${path}` : path, entry);
      return true;
    });
  }
  return withFileTypes ? [...found.values()] : [...found.keys()];
}
