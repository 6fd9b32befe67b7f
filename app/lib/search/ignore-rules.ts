import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { compileGlob, type PathMatcher } from './glob-pattern.ts';
import { trimEndBlanks } from './trim-end-blanks.ts';

interface IgnoreRule {
  matches: PathMatcher;
  isNegated: boolean;
  foldersOnly: boolean;
}

/** Never listed inside, never searched: not the project's own text. */
const isAlwaysIgnored = (name: string) => name === 'node_modules' || isGitFolder(name);

/** The rules of one `.gitignore`; paths are relative to its folder. The last rule that matches decides. */
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

  /** null: no rule speaks of it. */
  decide(path: string, isFolder: boolean): boolean | null {
    const rule = this.#rules.findLast(({ foldersOnly, matches }) => (isFolder || !foldersOnly) && matches(path));
    return rule === undefined ? null : !rule.isNegated;
  }
}

/** The rules of all `.gitignore` files of a project: those nearest to a file decide first. */
export class IgnoreTree {
  /** By the folder they are in; the root is ''. */
  readonly #rules = new Map<string, IgnoreRules>();

  set(folder: string, gitignore: string): void {
    this.#rules.set(folder, new IgnoreRules(gitignore));
  }

  delete(folder: string): void {
    this.#rules.delete(folder);
  }

  /** Whether a folder, or one that it is in, is left out. */
  ignoresFolder(path: string): boolean {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) if (this.ignores(path.slice(0, at), true)) return true;
    return path !== '' && this.ignores(path, true);
  }

  /** Whether the entry itself is left out; the caller asks for each folder on the way first. */
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
