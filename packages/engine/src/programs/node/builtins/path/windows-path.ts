import { globPattern } from 'devonz-engine-protocol/glob-pattern';
import type { BuiltinExports } from '../../node-host.ts';
import { basename, checkPath, extensionOf, folderOf, format, type IsSeparator, lastPart, simplify, splitBase } from './path-text.ts';

const isSeparator: IsSeparator = (character) => character === '/' || character === '\\';

/** The start of a path: a drive, a share, a device, a separator, or nothing. */
interface Root {
  /** `C:`, `\\server\share`, `\\.` or empty. */
  device: string;
  isAbsolute: boolean;
  /** The index where the rest of the path starts. */
  end: number;
  /** True for a share without anything after it. */
  isWholeShare: boolean;
}

const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/;
const drive = /^[a-z]:/i;

function rootOf(path: string): Root {
  if (isSeparator(path[0])) {
    const [whole, server, name] = share.exec(path) ?? [];
    if (whole === undefined) return { device: '', isAbsolute: true, end: 1, isWholeShare: false };
    if (server === '.' || server === '?') return { device: `\\\\${server}`, isAbsolute: true, end: 4, isWholeShare: false };
    return { device: `\\\\${server}\\${name}`, isAbsolute: true, end: whole.length, isWholeShare: whole.length === path.length };
  }
  if (!drive.test(path)) return { device: '', isAbsolute: false, end: 0, isWholeShare: false };
  const isAbsolute = isSeparator(path[2]);
  return { device: path.slice(0, 2), isAbsolute, end: isAbsolute ? 3 : 2, isWholeShare: false };
}

function normalize(path: string): string {
  checkPath(path);
  if (path === '') return '.';
  if (path.length === 1) return path === '/' ? '\\' : path;
  const root = rootOf(path);
  if (root.isWholeShare) return `${root.device}\\`;
  let tail = simplify(path.slice(root.end), !root.isAbsolute, isSeparator, '\\');
  if (tail === '' && !root.isAbsolute) tail = '.';
  if (tail !== '' && isSeparator(path.at(-1))) tail += '\\';
  // A relative path with a colon must not turn into one with a drive or a stream.
  if (!root.isAbsolute && root.device === '' && path.includes(':') && (drive.test(tail) || /:(?:[\\/]|$)/.test(path))) return `.\\${tail}`;
  return `${root.device}${root.isAbsolute ? '\\' : ''}${tail}`;
}

function resolve(paths: unknown[], cwd: () => string): string {
  let device = '';
  let tail = '';
  let isAbsolute = false;
  for (let at = paths.length - 1; at >= -1; at--) {
    const given = at === -1 ? cwd() : paths[at];
    checkPath(given, `paths[${at}]`);
    if (given === '') continue;
    // Every drive has its own working directory; that of other drives is their root.
    const isElsewhere = at === -1 && device !== '' && given[2] === '\\' && given.slice(0, 2).toLowerCase() !== device.toLowerCase();
    const path = isElsewhere ? `${device}\\` : given;
    const root = rootOf(path);
    if (root.device !== '') {
      if (device !== '' && root.device.toLowerCase() !== device.toLowerCase()) continue;
      device ||= root.device;
    }
    if (isAbsolute) {
      if (device !== '') break;
      continue;
    }
    tail = `${path.slice(root.end)}\\${tail}`;
    isAbsolute = root.isAbsolute;
    if (isAbsolute && device !== '') break;
  }
  const simple = simplify(tail, !isAbsolute, isSeparator, '\\');
  return `${device}${isAbsolute ? '\\' : ''}${simple}` || '.';
}

function join(paths: unknown[]): string {
  const used: string[] = [];
  for (const path of paths) {
    checkPath(path);
    if (path !== '') used.push(path);
  }
  const [first] = used;
  if (first === undefined) return '.';
  const joined = used.join('\\');
  // A joined path has a share only if its first part is one; separators that meet by joining do not form a share.
  return normalize(/^[\\/]{2}[^\\/]/.test(first) ? joined : joined.replace(/^[\\/]{2,}/, '\\'));
}

function relative(from: string, to: string, cwd: () => string): string {
  checkPath(from, 'from');
  checkPath(to, 'to');
  const target = resolve([to], cwd);
  const parts = (path: string) =>
    path
      .replace(/^\\+|\\+$/g, '')
      .split('\\')
      .filter(Boolean);
  const start = parts(resolve([from], cwd));
  const end = parts(target);
  let common = 0;
  while (common < start.length && start[common]?.toLowerCase() === end[common]?.toLowerCase()) common++;
  if (common === 0 && start.length > 0) return target;
  return [...start.slice(common).map(() => '..'), ...end.slice(common)].join('\\');
}

/** Returns the length of the root, including the separator after a share. */
function rootLength(path: string): number {
  const [whole, server] = share.exec(path) ?? [];
  if (whole === undefined || server === undefined) return rootOf(path).end;
  return whole.length === path.length ? whole.length : whole.length + 1;
}

function dirname(path: string): string {
  checkPath(path);
  if (path === '') return '.';
  if (path.length === 1) return isSeparator(path) ? path : '.';
  const from = rootLength(path);
  const folder = folderOf(path, from, isSeparator);
  if (folder !== null) return folder;
  return from === 0 ? '.' : path.slice(0, from);
}

function parse(path: string): object {
  checkPath(path);
  if (path === '') return { root: '', dir: '', base: '', ext: '', name: '' };
  const from = rootLength(path);
  const root = path.slice(0, from);
  const { start, end } = lastPart(path, from, isSeparator);
  return { root, dir: start > from ? path.slice(0, start - 1) : root, ...splitBase(path.slice(start, end)) };
}

/** Adds the prefix that makes Windows accept a long path. */
function toNamespacedPath(path: unknown, cwd: () => string): unknown {
  if (typeof path !== 'string' || path === '') return path;
  const resolved = resolve([path], cwd);
  if (resolved.length <= 2) return path;
  if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
  return /^[a-z]:\\/i.test(resolved) ? `\\\\?\\${resolved}` : resolved;
}

/** Returns the index where the last part can start. */
function afterDrive(path: unknown): number {
  return typeof path === 'string' && drive.test(path) ? 2 : 0;
}

export function createWindowsPath(cwd: () => string): BuiltinExports {
  return {
    resolve: (...paths: unknown[]) => resolve(paths, cwd),
    normalize,
    isAbsolute: (path: unknown) => {
      checkPath(path);
      return rootOf(path).isAbsolute;
    },
    join: (...paths: unknown[]) => join(paths),
    relative: (from: string, to: string) => relative(from, to, cwd),
    toNamespacedPath: (path: unknown) => toNamespacedPath(path, cwd),
    dirname,
    basename: (path: string, suffix?: unknown) => basename(path, suffix, afterDrive(path), isSeparator),
    extname: (path: string) => {
      checkPath(path);
      const { start, end } = lastPart(path, afterDrive(path), isSeparator);
      return extensionOf(path.slice(start, end));
    },
    format: (value: unknown) => format(value, '\\'),
    parse,
    matchesGlob: (path: unknown, pattern: unknown) => {
      checkPath(path);
      checkPath(pattern, 'pattern');
      return globPattern(pattern.replaceAll('\\', '/')).test(path.replaceAll('\\', '/').replace(/^\//, ''));
    },
    sep: '\\',
    delimiter: ';',
  };
}
