import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { compileGlob, type PathMatcher } from './glob-pattern.ts';
import { trimEndBlanks } from './trim-end-blanks.ts';

interface IgnoreRule {
  matches: PathMatcher;
  isNegated: boolean;
  foldersOnly: boolean;
}

/** Folders that are never listed or searched, because they are not the project's own text. */
const isAlwaysIgnored = (name: string) => name === 'node_modules' || isGitFolder(name);

/** The rules of one `.gitignore`; paths are relative to its folder. The last matching rule decides. */
export class IgnoreRules {
  readonly #rules: readonly IgnoreRule[];

  constructor(gitignore: string) {
    this.#rules = gitignore
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .map(withoutTrailingBlanks)
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(compileRule);
  }

  /** Returns null if no rule matches. */
  decide(path: string, isFolder: boolean): boolean | null {
    const rule = this.#rules.findLast(({ foldersOnly, matches }) => (isFolder || !foldersOnly) && matches(path));
    return rule === undefined ? null : !rule.isNegated;
  }
}

/** The rules of all `.gitignore` files of a project; the one nearest to a file takes precedence. */
export class IgnoreTree {
  /** By the folder that contains them; the root is ''. */
  readonly #rules = new Map<string, IgnoreRules>();

  set(folder: string, gitignore: string): void {
    this.#rules.set(folder, new IgnoreRules(gitignore));
  }

  delete(folder: string): void {
    this.#rules.delete(folder);
  }

  /** Returns true if the folder or one of its parents is ignored. */
  ignoresFolder(path: string): boolean {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) if (this.ignores(path.slice(0, at), true)) return true;
    return path !== '' && this.ignores(path, true);
  }

  /** Returns true if the entry itself is ignored; the caller must check its parent folders first. */
  ignores(path: string, isFolder: boolean): boolean {
    if (isAlwaysIgnored(path.slice(path.lastIndexOf('/') + 1))) return true;
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const decided = this.#rules.get(folder)?.decide(folder === '' ? path : path.slice(folder.length + 1), isFolder) ?? null;
      if (decided !== null) return decided;
      if (folder === '') return false;
    }
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A space after a backslash belongs to the name. */
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
