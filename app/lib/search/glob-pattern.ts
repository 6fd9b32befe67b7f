/** A compiled file pattern. It matches a path relative to the project, separated by `/`. */
export type PathMatcher = (path: string) => boolean;

/**
 * Compiles a glob as people write it: `*.ts` (in any folder), `src/**`, `**\/*.{ts,tsx}`, several separated by commas; a folder name
 * matches everything in it. The hand-written matcher is linear, so no pattern can hang.
 */
export function globMatcher(pattern: string): PathMatcher {
  const matchers = splitTopLevel(pattern)
    .flatMap(expandBraces)
    .map((glob) => glob.trim().replace(/^\.?\//, ''))
    .filter((glob) => glob !== '')
    .map((glob) => compileGlob(glob, glob.includes('/')));
  return (path) => matchers.some((matches) => matches(path));
}

/** Compiles one glob in which only `*`, `**`, `?` and `[…]` are special. If it is not anchored, it may match from any folder. */
export function compileGlob(glob: string, isAnchored: boolean): PathMatcher {
  const segments = glob.replace(/\/+$/, '').split('/');
  const compiled = isAnchored ? segments : ['**', ...segments];
  return (path) => matchSegments(compiled, path.split('/'));
}

function splitTopLevel(pattern: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of pattern) {
    if (character === '{') depth++;
    if (character === '}') depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  parts.push(current);
  return parts;
}

/** Limited to 200 alternatives, because `{a,b}{c,d}…` grows fast. */
function expandBraces(glob: string): string[] {
  let expanded = [glob];
  for (let round = 0; round < 8; round++) {
    const next = expanded.flatMap((one) => {
      const match = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(one);
      if (match === null) return [one];
      return (match[2] ?? '').split(',').map((choice) => `${match[1]}${choice}${match[3]}`);
    });
    if (next.length === expanded.length && next.every((one, index) => one === expanded[index])) break;
    expanded = next.slice(0, 200);
  }
  return expanded;
}

/** The pattern may end before the path: a folder's pattern matches its content. Dynamic programming without backtracking. */
function matchSegments(glob: readonly string[], segments: readonly string[]): boolean {
  let reachable = new Set([0]);
  for (let at = 0; at <= segments.length; at++) {
    reachable = skipDoubleStars(glob, reachable);
    if (reachable.has(glob.length)) return true;
    const segment = segments[at];
    if (segment === undefined) return false;
    const next = new Set<number>();
    for (const position of reachable) {
      const part = glob[position];
      if (part === undefined) continue;
      if (part === '**') next.add(position);
      else if (matchSegment(part, segment)) next.add(position + 1);
    }
    reachable = next;
  }
  return false;
}

function skipDoubleStars(glob: readonly string[], reachable: ReadonlySet<number>): Set<number> {
  const all = new Set(reachable);
  for (const position of all) if (glob[position] === '**') all.add(position + 1);
  return all;
}

/** Matches `*`, `?` and `[a-z]` within one segment by the two-pointer method: linear except for the last star. */
export function matchSegment(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    const width = p < pattern.length ? matchOne(pattern, p, text[t] ?? '') : 0;
    if (width > 0) {
      p += width;
      t++;
    } else if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (star !== -1) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Returns how many characters of the pattern at `p` match one character; 0 if it does not match. */
function matchOne(pattern: string, p: number, character: string): number {
  const head = pattern[p];
  if (head === '*') return 0;
  if (head === '?') return 1;
  if (head === '\\' && p + 1 < pattern.length) return pattern[p + 1] === character ? 2 : 0;
  if (head !== '[') return head === character ? 1 : 0;
  const close = pattern.indexOf(']', p + 2);
  if (close === -1) return head === character ? 1 : 0;
  const isNegated = pattern[p + 1] === '!' || pattern[p + 1] === '^';
  const set = pattern.slice(p + (isNegated ? 2 : 1), close);
  return inSet(set, character) !== isNegated ? close - p + 1 : 0;
}

function inSet(set: string, character: string): boolean {
  for (let index = 0; index < set.length; index++) {
    const low = set[index] ?? '';
    const high = set[index + 1] === '-' && index + 2 < set.length ? (set[index + 2] ?? '') : low;
    if (low <= character && character <= high) return true;
    if (high !== low) index += 2;
  }
  return false;
}
