import { invalidArgumentType } from '../errors/node-error.ts';
import type { BuiltinExports } from '../node-host.ts';

interface PathRules {
  separator: '/' | '\\';
  isSeparator(character: string | undefined): boolean;
  /** Length of the root (`/`, `C:\`, `\\server\share\`), and whether it makes the path absolute. */
  root(path: string): { length: number; isAbsolute: boolean; device: string };
}

const posixRules: PathRules = {
  separator: '/',
  isSeparator: (character) => character === '/',
  root: (path) => ({ length: path.startsWith('/') ? 1 : 0, isAbsolute: path.startsWith('/'), device: '' }),
};

const windowsRules: PathRules = {
  separator: '\\',
  isSeparator: (character) => character === '/' || character === '\\',
  root(path) {
    const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]+|$)/.exec(path);
    if (share !== null) return { length: share[0].length, isAbsolute: true, device: `\\\\${share[1]}\\${share[2]}` };
    const drive = /^[a-zA-Z]:/.exec(path)?.[0] ?? '';
    const hasSlash = /^[\\/]/.test(path.slice(drive.length));
    return { length: drive.length + (hasSlash ? 1 : 0), isAbsolute: hasSlash, device: drive };
  },
};

function check(path: unknown, name = 'path'): asserts path is string {
  if (typeof path !== 'string') throw invalidArgumentType(name, 'of type string', path);
}

function splitParts(path: string, rules: PathRules): string[] {
  return path.split(rules.separator === '/' ? '/' : /[\\/]/).filter((part) => part !== '' && part !== '.');
}

function collapse(parts: string[], isAbsolute: boolean): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isAbsolute) kept.push('..');
  }
  return kept;
}

function normalize(path: string, rules: PathRules): string {
  check(path);
  if (path === '') return '.';
  const { length, isAbsolute, device } = rules.root(path);
  const body = collapse(splitParts(path.slice(length), rules), isAbsolute).join(rules.separator);
  const hasTrailing = rules.isSeparator(path.at(-1)) && path.length > length;
  const root = device + (isAbsolute ? rules.separator : '');
  if (body === '') return root === '' ? (hasTrailing ? `.${rules.separator}` : '.') : isAbsolute ? root : `${root}.`;
  return root + body + (hasTrailing ? rules.separator : '');
}

function resolve(paths: unknown[], rules: PathRules, cwd: () => string): string {
  let device = '';
  let tail = '';
  let isAbsolute = false;
  for (let index = paths.length - 1; index >= -1 && !(isAbsolute && (device !== '' || rules.separator === '/')); index--) {
    const path = index >= 0 ? paths[index] : cwd();
    check(path, `paths[${index}]`);
    if (path === '') continue;
    const root = rules.root(path);
    if (root.device !== '' && device !== '' && root.device.toLowerCase() !== device.toLowerCase()) continue;
    if (device === '') device = root.device;
    if (isAbsolute) continue;
    tail = `${path.slice(root.length)}${rules.separator}${tail}`;
    isAbsolute = root.isAbsolute;
  }
  const body = collapse(splitParts(tail, rules), isAbsolute).join(rules.separator);
  return device + (isAbsolute ? rules.separator : '') + body || '.';
}

function dirname(path: string, rules: PathRules): string {
  check(path);
  if (path === '') return '.';
  const { length } = rules.root(path);
  let end = path.length;
  while (end > length && rules.isSeparator(path[end - 1])) end--;
  while (end > length && !rules.isSeparator(path[end - 1])) end--;
  while (end > length && rules.isSeparator(path[end - 1])) end--;
  return path.slice(0, end) || '.';
}

function basename(path: string, suffix: string | undefined, rules: PathRules): string {
  check(path);
  if (suffix !== undefined) check(suffix, 'suffix');
  let end = path.length;
  const rootLength = rules.separator === '\\' ? (/^[a-zA-Z]:/.exec(path)?.[0].length ?? 0) : 0;
  while (end > rootLength && rules.isSeparator(path[end - 1])) end--;
  let start = end;
  while (start > rootLength && !rules.isSeparator(path[start - 1])) start--;
  const base = path.slice(start, end);
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

function extname(path: string, rules: PathRules): string {
  const base = basename(path, undefined, rules);
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

function relative(from: string, to: string, rules: PathRules, cwd: () => string): string {
  check(from, 'from');
  check(to, 'to');
  const fold = (text: string) => (rules.separator === '\\' ? text.toLowerCase() : text);
  const source = resolve([from], rules, cwd);
  const target = resolve([to], rules, cwd);
  if (fold(source) === fold(target)) return '';
  const sourceParts = source.split(rules.separator).filter(Boolean);
  const targetParts = target.split(rules.separator).filter(Boolean);
  let common = 0;
  while (common < sourceParts.length && common < targetParts.length && fold(sourceParts[common] ?? '') === fold(targetParts[common] ?? ''))
    common++;
  if (rules.separator === '\\' && common === 0) return target;
  return [...sourceParts.slice(common).map(() => '..'), ...targetParts.slice(common)].join(rules.separator);
}

function parse(path: string, rules: PathRules): Record<string, string> {
  check(path);
  const root = path.slice(0, rules.root(path).length);
  const base = path.length === root.length ? '' : basename(path, undefined, rules);
  const ext = extname(base, rules);
  const folder = dirname(path, rules);
  const dir = folder === '.' && !path.startsWith('.') ? '' : path.length === root.length ? root : folder;
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
}

interface PathParts {
  dir?: string;
  root?: string;
  base?: string;
  name?: string;
  ext?: string;
}

function format(value: PathParts, rules: PathRules): string {
  if (typeof value !== 'object' || value === null) throw invalidArgumentType('pathObject', 'of type object', value);
  const dir = value.dir || value.root;
  const ext = value.ext ? (value.ext.startsWith('.') ? value.ext : `.${value.ext}`) : '';
  const base = value.base || `${value.name ?? ''}${ext}`;
  if (!dir) return base;
  return dir === value.root ? dir + base : dir + rules.separator + base;
}

function globToExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\u0001')
    .replaceAll('**', '\u0002')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  const braces = source.replace(/\{([^}]*)\}/g, (_whole, inner: string) => `(?:${inner.replaceAll(',', '|')})`);
  return new RegExp(`^${braces.replaceAll('\u0001', '(?:.*/)?').replaceAll('\u0002', '.*')}$`);
}

/** What makes Windows take a long path as it is. */
function namespacedPath(resolved: string, given: string): string {
  if (/^[A-Za-z]:\\/.test(resolved)) return `\\\\?\\${resolved}`;
  return /^\\\\[^?.\\]/.test(resolved) ? `\\\\?\\UNC\\${resolved.slice(2)}` : given;
}

function createRules(rules: PathRules, cwd: () => string): BuiltinExports {
  return {
    resolve: (...paths: unknown[]) => resolve(paths, rules, cwd),
    normalize: (path: string) => normalize(path, rules),
    isAbsolute: (path: string) => {
      check(path);
      return rules.root(path).isAbsolute;
    },
    join: (...paths: unknown[]) => {
      const used = paths.filter((path) => {
        check(path);
        return path !== '';
      });
      return used.length === 0 ? '.' : normalize(used.join(rules.separator), rules);
    },
    relative: (from: string, to: string) => relative(from, to, rules, cwd),
    toNamespacedPath: (path: unknown) =>
      rules.separator === '\\' && typeof path === 'string' ? namespacedPath(resolve([path], rules, cwd), path) : path,
    dirname: (path: string) => dirname(path, rules),
    basename: (path: string, suffix?: string) => basename(path, suffix, rules),
    extname: (path: string) => {
      check(path);
      return extname(path, rules);
    },
    format: (value: PathParts) => format(value, rules),
    parse: (path: string) => parse(path, rules),
    matchesGlob: (path: string, pattern: string) => globToExpression(pattern).test(path),
    sep: rules.separator,
    delimiter: rules.separator === '/' ? ':' : ';',
  };
}

/** `require('path')`: POSIX rules, with the Windows ones next to them. */
export function createPathModule(cwd: () => string): BuiltinExports {
  const posix = createRules(posixRules, cwd);
  const win32 = createRules(windowsRules, cwd);
  for (const flavour of [posix, win32]) Object.assign(flavour, { win32, posix });
  return posix;
}
