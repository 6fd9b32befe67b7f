import { compileGlob, type PathMatcher } from './glob-pattern.ts';
import { trimEndBlanks } from './trim-end-blanks.ts';

interface IgnoreRule {
  matches: PathMatcher;
  isNegated: boolean;
  foldersOnly: boolean;
}

/** Never listed inside, never searched: not the project's own text. */
const ALWAYS_IGNORED = new Set(['node_modules', '.git']);

/** The rules of one `.gitignore` at the project's root; the last rule that matches decides. */
export class IgnoreRules {
  readonly #rules: readonly IgnoreRule[];

  constructor(gitignore: string) {
    this.#rules = gitignore
      .split(/\r?\n/)
      .map(withoutTrailingBlanks)
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(compileRule);
  }

  /** Whether the entry is left out; the caller asks for each folder on the way first. */
  ignores(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (ALWAYS_IGNORED.has(name)) return true;
    let isIgnored = false;
    for (const rule of this.#rules) {
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.matches(path)) isIgnored = !rule.isNegated;
    }
    return isIgnored;
  }
}

/** A blank after a backslash belongs to the name. */
function withoutTrailingBlanks(line: string): string {
  const trimmed = trimEndBlanks(line);
  return trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed;
}

function compileRule(line: string): IgnoreRule {
  const isNegated = line.startsWith('!');
  const body = (isNegated ? line.slice(1) : line).replace(/^\\(?=[!#])/, '');
  const foldersOnly = body.endsWith('/');
  const pattern = body.replace(/\/+$/, '');
  // A slash at the start or in the middle anchors the pattern to the root.
  return { matches: compileGlob(pattern.replace(/^\//, ''), pattern.includes('/')), isNegated, foldersOnly };
}
