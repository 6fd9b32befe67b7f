import type { DirectoryItem, SystemCalls } from '../../../../abi/system-calls.ts';
import { hasPatternCharacters, patternRegExp, unescapePattern } from '../../text/glob-pattern.ts';
import { joinPath, resolvePath } from '../../text/resolve-path.ts';

export interface GlobOptions {
  isDotIncluded: boolean;
  isGlobstar: boolean;
  isCaseInsensitive: boolean;
}

/** Returns the sorted paths that match a pattern, in the pattern's own form (relative stays relative). */
export function expandGlob(system: SystemCalls, cwd: string, pattern: string, options: GlobOptions): string[] {
  const isAbsolute = pattern.startsWith('/');
  const components = pattern.split('/').filter((component, index) => component !== '' || index > 0);
  const isFolderOnly = components.at(-1) === '';
  let found = [isAbsolute ? '/' : ''];
  const parts = components.filter((component) => component !== '');
  for (const [index, component] of parts.entries()) {
    const isLast = index === parts.length - 1;
    found = found.flatMap((base) => matchComponent({ system, cwd, options }, base, component, isLast && !isFolderOnly));
  }
  return isFolderOnly ? found.map((path) => `${path}/`).sort() : found.filter((path) => path !== '').sort();
}

/** The parameters of a pattern's expansion. */
interface Expansion {
  system: SystemCalls;
  cwd: string;
  options: GlobOptions;
}

function matchComponent(expansion: Expansion, base: string, component: string, isLast: boolean): string[] {
  const { system, cwd, options } = expansion;
  if (component === '**' && options.isGlobstar) return walk(expansion, base, isLast);
  if (!hasPatternCharacters(component)) {
    const path = extend(base, unescapePattern(component));
    return exists(system, resolvePath(cwd, path)) ? [path] : [];
  }
  const expression = patternRegExp(component, { isCaseInsensitive: options.isCaseInsensitive });
  const isDotted = component.startsWith('.') || component.startsWith('\\.');
  return list(system, resolvePath(cwd, base))
    .filter((item) => (isDotted || options.isDotIncluded || !item.name.startsWith('.')) && expression.test(item.name))
    .map((item) => ({ item, path: extend(base, item.name) }))
    .filter(({ item, path }) => isLast || item.kind === 'directory' || isFolder(system, resolvePath(cwd, path)))
    .map(({ path }) => path);
}

/** Expands `**`: this folder and all folders below it, without following links; at the end of a pattern, files too. */
function walk(expansion: Expansion, base: string, isLast: boolean): string[] {
  const { system, cwd, options } = expansion;
  // The folder itself is written `src/` if the pattern did so.
  const found = [isLast && base !== '' && !base.endsWith('/') ? `${base}/` : base];
  for (const item of list(system, resolvePath(cwd, base))) {
    if (item.name.startsWith('.') && !options.isDotIncluded) continue;
    const path = extend(base, item.name);
    if (item.kind === 'directory') {
      const inner = walk(expansion, path, isLast);
      found.push(path, ...inner.slice(1));
    } else if (isLast) found.push(path);
  }
  return found;
}

function extend(base: string, name: string): string {
  return base === '' ? name : joinPath(base, name);
}

function list(system: SystemCalls, path: string): DirectoryItem[] {
  try {
    return system.sync('readdir', path);
  } catch {
    return [];
  }
}

function exists(system: SystemCalls, path: string): boolean {
  try {
    system.sync('lstat', path);
    return true;
  } catch {
    return false;
  }
}

function isFolder(system: SystemCalls, path: string): boolean {
  try {
    return system.sync('stat', path).kind === 'directory';
  } catch {
    return false;
  }
}
