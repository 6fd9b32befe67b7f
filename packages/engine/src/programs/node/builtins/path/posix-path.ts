import { globPattern } from 'devonz-engine-protocol/glob-pattern';
import type { BuiltinExports } from '../../node-host.ts';
import { basename, checkPath, extensionOf, folderOf, format, type IsSeparator, lastPart, simplify, splitBase } from './path-text.ts';

const isSeparator: IsSeparator = (character) => character === '/';

function normalize(path: string): string {
  checkPath(path);
  if (path === '') return '.';
  const isAbsolute = path.startsWith('/');
  const simple = simplify(path, !isAbsolute, isSeparator, '/');
  if (simple === '') return isAbsolute ? '/' : path.endsWith('/') ? './' : '.';
  return `${isAbsolute ? '/' : ''}${simple}${path.endsWith('/') ? '/' : ''}`;
}

function resolve(paths: unknown[], cwd: () => string): string {
  let resolved = '';
  for (let at = paths.length - 1; at >= -1 && !resolved.startsWith('/'); at--) {
    const path = at === -1 ? cwd() : paths[at];
    checkPath(path, `paths[${at}]`);
    if (path !== '') resolved = resolved === '' ? path : `${path}/${resolved}`;
  }
  const isAbsolute = resolved.startsWith('/');
  const simple = simplify(resolved, !isAbsolute, isSeparator, '/');
  return isAbsolute ? `/${simple}` : simple || '.';
}

function relative(from: string, to: string, cwd: () => string): string {
  checkPath(from, 'from');
  checkPath(to, 'to');
  const start = resolve([from], cwd).split('/').filter(Boolean);
  const end = resolve([to], cwd).split('/').filter(Boolean);
  let common = 0;
  while (common < start.length && start[common] === end[common]) common++;
  return [...start.slice(common).map(() => '..'), ...end.slice(common)].join('/');
}

function dirname(path: string): string {
  checkPath(path);
  if (path === '') return '.';
  const isAbsolute = path.startsWith('/');
  const folder = folderOf(path, isAbsolute ? 1 : 0, isSeparator);
  if (folder === null) return isAbsolute ? '/' : '.';
  // The first two of three leading slashes stay separate.
  return isAbsolute && folder.length === 1 ? '//' : folder;
}

function parse(path: string): object {
  checkPath(path);
  const root = path.startsWith('/') ? '/' : '';
  const { start, end } = lastPart(path, root.length, isSeparator);
  return { root, dir: start > root.length ? path.slice(0, start - 1) : root, ...splitBase(path.slice(start, end)) };
}

export function createPosixPath(cwd: () => string): BuiltinExports {
  return {
    resolve: (...paths: unknown[]) => resolve(paths, cwd),
    normalize,
    isAbsolute: (path: unknown) => {
      checkPath(path);
      return path.startsWith('/');
    },
    join: (...paths: unknown[]) => {
      let joined = '';
      for (const path of paths) {
        checkPath(path);
        if (path !== '') joined = joined === '' ? path : `${joined}/${path}`;
      }
      return normalize(joined);
    },
    relative: (from: string, to: string) => relative(from, to, cwd),
    toNamespacedPath: (path: unknown) => path,
    dirname,
    basename: (path: string, suffix?: unknown) => basename(path, suffix, 0, isSeparator),
    extname: (path: string) => {
      checkPath(path);
      const { start, end } = lastPart(path, 0, isSeparator);
      return extensionOf(path.slice(start, end));
    },
    format: (value: unknown) => format(value, '/'),
    parse,
    matchesGlob: (path: unknown, pattern: unknown) => {
      checkPath(path);
      checkPath(pattern, 'pattern');
      return globPattern(pattern).test(path.replace(/^\//, ''));
    },
    sep: '/',
    delimiter: ':',
  };
}
