import { nodeError } from '../../errors/node-error.ts';
import { joinPath } from '../module-files.ts';

/** The result of a target: a path inside the package, or a bare specifier (only for `imports`). */
export type PackageTarget = { kind: 'path'; path: string } | { kind: 'bare'; specifier: string };

export interface TargetRequest {
  packageFolder: string;
  conditions: ReadonlySet<string>;
  /** Targets of `imports` may name other packages. */
  isImports: boolean;
  /** Used in messages. */
  key: string;
}

function invalidTarget(request: TargetRequest, target: unknown): Error {
  const field = request.isImports ? 'imports' : 'exports';
  return nodeError(
    Error,
    'ERR_INVALID_PACKAGE_TARGET',
    `Invalid "${field}" target ${JSON.stringify(target)} defined for '${request.key}' in the package config ${request.packageFolder}/package.json`,
  );
}

function resolveTextTarget(request: TargetRequest, target: string, match: string | null): PackageTarget {
  const filled = match === null ? target : target.replaceAll('*', () => match);
  if (!target.startsWith('./')) {
    if (!request.isImports || target.startsWith('../') || target.startsWith('/')) throw invalidTarget(request, target);
    return { kind: 'bare', specifier: filled };
  }
  if (/(^|\/)(\.\.?|node_modules)(\/|$)/.test(filled.slice(2))) throw invalidTarget(request, target);
  return { kind: 'path', path: joinPath(request.packageFolder, filled) };
}

/** Returns undefined if no condition matches, null if the target is explicitly closed. */
function resolveTarget(request: TargetRequest, target: unknown, match: string | null): PackageTarget | null | undefined {
  if (typeof target === 'string') return resolveTextTarget(request, target, match);
  if (target === null) return null;
  if (Array.isArray(target)) {
    let last: PackageTarget | null | undefined;
    for (const item of target) {
      try {
        last = resolveTarget(request, item, match);
      } catch {
        continue;
      }
      if (last) return last;
    }
    return last;
  }
  if (typeof target !== 'object') throw invalidTarget(request, target);
  for (const [condition, value] of Object.entries(target)) {
    if (condition !== 'default' && !request.conditions.has(condition)) continue;
    const resolved = resolveTarget(request, value, match);
    if (resolved !== undefined) return resolved;
  }
  return undefined;
}

/** Sorts patterns: the one with the longer part before the star comes first, then the longer one. */
function comparePatterns(a: string, b: string): number {
  const difference = b.indexOf('*') - a.indexOf('*');
  return difference !== 0 ? difference : b.length - a.length;
}

/** Looks up a key (`./sub`, `#name`) in an `exports` or `imports` map, including patterns. */
export function resolvePackageMap(request: TargetRequest, map: object): PackageTarget | null {
  const entries = new Map<string, unknown>(Object.entries(map));
  const { key } = request;
  if (entries.has(key) && !key.includes('*')) return resolveTarget(request, entries.get(key), null) ?? null;
  const patterns = [...entries.keys()].filter((pattern) => pattern.includes('*')).sort(comparePatterns);
  for (const pattern of patterns) {
    const star = pattern.indexOf('*');
    const before = pattern.slice(0, star);
    const after = pattern.slice(star + 1);
    if (key.startsWith(before) && key !== before && key.endsWith(after) && key.length >= pattern.length)
      return resolveTarget(request, entries.get(pattern), key.slice(star, key.length - after.length)) ?? null;
  }
  return null;
}

/** Expands `exports: "./x"` and `exports: { import: … }`, which are short for `exports: { ".": … }`. */
export function exportsMap(exports: unknown): object {
  if (typeof exports === 'object' && exports !== null && !Array.isArray(exports)) {
    const keys = Object.keys(exports);
    if (keys.some((key) => key.startsWith('.'))) return exports;
  }
  return { '.': exports };
}
