import { directoryName, joinPath } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { fileTypes } from './file-types.ts';
import { globSource } from './glob-source.ts';
import { IgnoreRules } from './ignore-rules.ts';
import type { RipgrepOptions } from './ripgrep-options.ts';

/** Rules that apply to a folder and below, innermost last. */
interface RuleLevel {
  /** Absolute. */
  folder: string;
  rules: IgnoreRules;
}

interface Glob {
  expression: RegExp;
  isExcluding: boolean;
}

/** Finds the files to search, with the paths to show, in name order. */
export class FileWalker {
  readonly #options: RipgrepOptions;
  readonly #context: CommandContext;
  readonly #globs: Glob[];
  readonly #types: RegExp[];
  readonly #excludedTypes: RegExp[];

  constructor(options: RipgrepOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
    this.#globs = [
      ...options.globs.map((text) => parseGlob(text, options.isGlobCaseInsensitive)),
      ...options.caseInsensitiveGlobs.map((text) => parseGlob(text, true)),
    ];
    this.#types = typeExpressions(options.types);
    this.#excludedTypes = typeExpressions(options.excludedTypes);
  }

  *files(path: string): Generator<string, void, undefined> {
    const absolute = this.#context.files.resolve(path === '' ? '.' : path);
    const levels = this.#options.isIgnoring ? this.#parentLevels(absolute) : [];
    // Globs are relative to the working directory, wherever the search begins.
    const { cwd } = this.#context;
    const relative =
      absolute === cwd
        ? ''
        : absolute.startsWith(`${cwd === '/' ? '' : cwd}/`)
          ? absolute.slice(cwd === '/' ? 1 : cwd.length + 1)
          : absolute.slice(1);
    yield* this.#folder(path, absolute, relative, levels, 1);
  }

  *#folder(
    shown: string,
    absolute: string,
    relative: string,
    above: readonly RuleLevel[],
    depth: number,
  ): Generator<string, void, undefined> {
    if (this.#options.maxDepth !== null && depth > this.#options.maxDepth) return;
    const levels = this.#options.isIgnoring ? [...above, ...this.#levelOf(absolute)] : above;
    const items = this.#context.system.sync('readdir', absolute).sort((left, right) => compareNames(left.name, right.name));
    for (const { name, kind } of items) {
      if (!this.#options.isHiddenIncluded && name.startsWith('.') && !this.#isWanted(name, relative)) continue;
      const inner = {
        shown: shown === '' ? name : joinPath(shown, name),
        absolute: joinPath(absolute, name),
        relative: relative === '' ? name : `${relative}/${name}`,
      };
      const isFolder = kind === 'directory' || (kind === 'symlink' && this.#options.isFollowing && this.#isFolder(inner.absolute));
      if (kind === 'symlink' && !this.#options.isFollowing) continue;
      if (isIgnored(inner.absolute, isFolder, levels)) continue;
      if (isFolder) {
        if (!this.#isFolderExcluded(inner.relative)) yield* this.#folder(inner.shown, inner.absolute, inner.relative, levels, depth + 1);
      } else if (this.#isChosen(inner.relative, name)) yield inner.shown;
    }
  }

  #isFolder(path: string): boolean {
    try {
      return this.#context.system.sync('stat', path).kind === 'directory';
    } catch {
      return false;
    }
  }

  /** A glob that names a hidden file includes it. */
  #isWanted(name: string, relative: string): boolean {
    const path = relative === '' ? name : `${relative}/${name}`;
    return this.#globs.some(
      ({ expression, isExcluding }) => !isExcluding && expression.source.includes('\\.') && expression.test(path) && !expression.test('x'),
    );
  }

  #isFolderExcluded(relative: string): boolean {
    return this.#globs.findLast(({ expression }) => expression.test(relative))?.isExcluding === true;
  }

  #isChosen(relative: string, name: string): boolean {
    if (this.#types.length > 0 && !this.#types.some((expression) => expression.test(name))) return false;
    if (this.#excludedTypes.some((expression) => expression.test(name))) return false;
    if (this.#globs.length === 0) return true;
    const last = this.#globs.findLast(({ expression }) => expression.test(relative));
    return last === undefined ? this.#globs.every(({ isExcluding }) => isExcluding) : !last.isExcluding;
  }

  /** Returns the rules of the parent folders, up to the repository's root. */
  #parentLevels(absolute: string): RuleLevel[] {
    const levels: RuleLevel[] = [];
    let folder = absolute;
    while (folder !== '/' && !this.#exists(joinPath(folder, '.git'))) {
      folder = directoryName(folder);
      levels.unshift(...this.#levelOf(folder));
    }
    // Without a repository, only the rules of the searched folder and below apply.
    return folder === '/' ? [] : levels;
  }

  #levelOf(folder: string): RuleLevel[] {
    const levels: RuleLevel[] = [];
    for (const name of ['.gitignore', '.ignore', '.rgignore']) {
      if (name === '.gitignore' && !this.#options.isGitIgnoring) continue;
      try {
        const bytes = this.#context.system.sync('readFile', joinPath(folder, name));
        levels.push({ folder, rules: IgnoreRules.parse(new TextDecoder().decode(bytes)) });
      } catch {
        // The file does not exist.
      }
    }
    return levels;
  }

  #exists(path: string): boolean {
    try {
      this.#context.system.sync('lstat', path);
      return true;
    } catch {
      return false;
    }
  }
}

function isIgnored(path: string, isFolder: boolean, levels: readonly RuleLevel[]): boolean {
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined) continue;
    const relative = path.slice(level.folder === '/' ? 1 : level.folder.length + 1);
    const decision = level.rules.decide(relative, isFolder);
    if (decision !== null) return decision;
  }
  return path.endsWith('/.git') && isFolder;
}

function parseGlob(text: string, isCaseInsensitive: boolean): Glob {
  const isExcluding = text.startsWith('!');
  const pattern = (isExcluding ? text.slice(1) : text).replace(/\/+$/, '');
  const isAnchored = pattern.replace(/^\*\*\//, '').includes('/');
  try {
    const source = `${isAnchored ? '^' : '(?:^|/)'}${globSource(pattern.replace(/^\//, ''))}$`;
    return { expression: new RegExp(source, isCaseInsensitive ? 'iu' : 'u'), isExcluding };
  } catch {
    throw new CommandError(`error parsing glob '${text}'`, 2);
  }
}

function typeExpressions(names: readonly string[]): RegExp[] {
  return names.flatMap((name) => {
    const globs = name === 'all' ? [...fileTypes.values()].flat() : fileTypes.get(name);
    if (globs === undefined) throw new CommandError(`unrecognized file type: ${name}`, 2);
    return globs.map((glob) => new RegExp(`^${globSource(glob)}$`, 'u'));
  });
}
