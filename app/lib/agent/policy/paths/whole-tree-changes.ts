import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';

const SYSTEM_FOLDERS =
  /^(?:\/(?:home|root|etc|usr|var|bin|sbin|lib|lib64|opt|boot|proc|sys|dev|System|Library|Users|Applications)|\/(?:etc|usr|bin|sbin|lib|boot|System|Library)\/[^/]+)$/;
const ROOT_OR_HOME = /^(?:~[\w+-]*|\$\{?(?:HOME|PWD|OLDPWD)\}?|\$\(\s*pwd\s*\)|`\s*pwd\s*`|\/)(?:\/+\.?\*?)*$/;

/** Tracks where relative paths start, even after a `cd` out of the project, for which the parts' own directories are unknown. */
export class StartFolder {
  readonly projectRoot: string;
  readonly home: string;
  #outside: string | null = null;

  constructor(projectRoot: string, home: string) {
    this.projectRoot = projectRoot;
    this.home = home;
  }

  /** Call for each part in order, after judging it. */
  pass(part: CommandPart): void {
    if (programOf(part) !== 'cd') return;
    const target = roughWordsOf(part).find((word, index) => index > 0 && !word.startsWith('-')) ?? '~';
    if (/^(?:~|\$\{?HOME\}?|"\$HOME")\/?$/.test(target)) this.#outside = this.home;
    else if (/[$`]/.test(target)) this.#outside = null;
    else if (target.startsWith('/')) this.#outside = absolutePath(target);
    else if (part.place !== null || this.#outside !== null) {
      const from = part.place === null ? (this.#outside ?? this.projectRoot) : `${this.projectRoot}/${part.place[0] ?? ''}`;
      this.#outside = absolutePath(`${from}/${target}`);
    }
  }

  /** Returns the start directories. If they are unknown, the project root is used, which is the strictest. */
  of(part: CommandPart): readonly string[] {
    if (part.place !== null) return part.place.map((folder) => `${this.projectRoot}/${folder}`);
    return [this.#outside ?? this.projectRoot];
  }
}

/** Returns true if a part removes or moves away the whole project, the home folder or a system folder. */
export function removesWholeTree(name: string, part: CommandPart, start: StartFolder): boolean {
  const words = roughWordsOf(part).slice(1);
  switch (name) {
    case 'rm':
      return words.some((word) => /^-[a-zA-Z]*[rR]|^--r/.test(word)) && words.some((word) => isWholeTree(word, part, start));
    case 'rimraf':
      return words.some((word) => isWholeTree(word, part, start));
    case 'mv':
      return words.slice(0, -1).some((word) => !word.includes('*') && isWholeTree(word, part, start));
    case 'find':
      return removesFound(words, part, start);
    default:
      return false;
  }
}

/** Returns true if the part changes permissions of the whole system or home folder; inside the project this only asks. */
export function rightsOfWholeTree(name: string, part: CommandPart, start: StartFolder): boolean {
  const words = roughWordsOf(part).slice(1);
  if (!/^(?:chmod|chown|chgrp)$/.test(name) || !words.some((word) => /^-[a-zA-Z]*R|^--recursive$/.test(word))) return false;
  return words.some((word) => /^(?:~|\$\{?HOME|\/)/.test(word) && !isInside(word, start) && isWholeTree(word, part, start));
}

function isInside(word: string, { projectRoot }: StartFolder): boolean {
  return `${absolutePath(word)}/`.startsWith(`${projectRoot}/`);
}

/** For the project itself, `find` removes what its tests select; that asks because of its flags. */
function removesFound(words: readonly string[], part: CommandPart, start: StartFolder): boolean {
  if (!words.includes('-delete')) return false;
  const firstTest = words.findIndex((word) => /^[-(!]/.test(word));
  return words.slice(0, firstTest).some((word) => word !== '.' && isWholeTree(word, part, start));
}

function isWholeTree(word: string, part: CommandPart, start: StartFolder): boolean {
  const bare = word.replace(/["']/g, '');
  if (bare.startsWith('-') || bare === '') return false;
  if (ROOT_OR_HOME.test(bare)) return true;
  const path = bare.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, start.home).replace(/(?:^|\/)\.?\*$/, '');
  const starts = path.startsWith('/') ? [''] : start.of(part);
  const wholes = starts.map((folder) => absolutePath(`${folder}/${path}`));
  return wholes.some(
    (whole) => SYSTEM_FOLDERS.test(whole) || [start.projectRoot, start.home].some((kept) => `${kept}/`.startsWith(`${whole}/`)),
  );
}

function absolutePath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept.map((segment) => `/${segment}`).join('');
}
