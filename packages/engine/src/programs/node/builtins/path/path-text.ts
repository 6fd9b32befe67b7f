import { invalidArgumentType } from '../../errors/node-error.ts';

/** The code shared by POSIX and Windows paths, which differ only in their separators and roots. */
export type IsSeparator = (character: string | undefined) => boolean;

export interface ParsedPath {
  root: string;
  dir: string;
  base: string;
  ext: string;
  name: string;
}

export function checkPath(value: unknown, name = 'path'): asserts value is string {
  if (typeof value !== 'string') throw invalidArgumentType(name, 'of type string', value);
}

/** Removes empty parts and dots, and resolves each `..` against the part before it. */
export function simplify(path: string, mayLeave: boolean, isSeparator: IsSeparator, separator: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= path.length; at++) {
    if (at < path.length && !isSeparator(path[at])) continue;
    const part = path.slice(start, at);
    start = at + 1;
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (mayLeave) parts.push(part);
  }
  return parts.join(separator);
}

/** Returns where the last part starts and ends, ignoring trailing separators. It is empty if there is none after `from`. */
export function lastPart(path: string, from: number, isSeparator: IsSeparator): { start: number; end: number } {
  let end = path.length;
  while (end > from && isSeparator(path[end - 1])) end--;
  let start = end;
  while (start > from && !isSeparator(path[start - 1])) start--;
  return { start, end };
}

export function extensionOf(base: string): string {
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

export function basename(path: string, suffix: unknown, from: number, isSeparator: IsSeparator): string {
  if (suffix !== undefined) checkPath(suffix, 'suffix');
  checkPath(path);
  if (suffix !== undefined && suffix !== '' && suffix === path) return '';
  const { start, end } = lastPart(path, from, isSeparator);
  const base = path.slice(start, end);
  return suffix !== undefined && suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

/** Returns everything before the last part, or `null` if nothing precedes it after `from`. */
export function folderOf(path: string, from: number, isSeparator: IsSeparator): string | null {
  const { start } = lastPart(path, from, isSeparator);
  return start <= from ? null : path.slice(0, start - 1);
}

export function splitBase(base: string): { base: string; ext: string; name: string } {
  const ext = extensionOf(base);
  return { base, ext, name: base.slice(0, base.length - ext.length) };
}

export function format(value: unknown, separator: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidArgumentType('pathObject', 'of type object', value);
  const { root, dir, base, ext, name } = value as Partial<ParsedPath>;
  const extension = ext ? `${ext.startsWith('.') ? '' : '.'}${ext}` : '';
  const folder = dir || root;
  const file = base || `${name || ''}${extension}`;
  if (!folder) return file;
  return folder === root ? `${folder}${file}` : `${folder}${separator}${file}`;
}
