import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { LocalProgram } from '../../contract/tool-definition.ts';
import type { Use } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { escapedGlob, isWild } from '../paths/glob-pattern.ts';
import { mayClimb, protectionOfGlob, readGuardOfGlob } from '../paths/guarded-globs.ts';
import { lockOver } from '../paths/lock-over.ts';
import { type PossibleDirectories, resolveFrom } from '../paths/possible-directories.ts';
import { MAY_HOLD_KEYS, MAY_HOLD_PASSWORDS, mayHoldKeys, whyProtected } from '../paths/why-protected.ts';

/** The context in which a command is judged. */
export interface Judging {
  place: PossibleDirectories;
  /** Patterns of all folders that the whole command enters: if the directory is unknown, it may be any of them. */
  entered: readonly string[];
  projectRoot: string;
  hasFileWall: boolean;
  /** The two file settings, which also apply to files written by commands. */
  mayCreate: boolean;
  mayModify: boolean;
  /** Whether the script that it would run belongs to the project; undefined if that was not looked up. */
  isOwnScript?: boolean | undefined;
  /** Programs of installed packages that the command names; undefined if they were not looked up. */
  programs?: readonly LocalProgram[] | undefined;
  /** Paths that the user has locked. */
  lockedPaths?: readonly string[];
}

/** Devices that store nothing. */
const DEVICES = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Files that a command can generate again. */
const REGENERABLE =
  /^(?:(?:packages|apps)\/[^/]+\/)?(?:dist|build|out|coverage|\.next|\.nuxt|\.output|\.cache|\.turbo|\.parcel-cache|\.vite|\.svelte-kit|\.angular|\.astro|\.nyc_output|storybook-static|playwright-report|test-results|\.eslintcache|[^/]+\.tsbuildinfo)(?:\/|$)/;

/** Returns why this use of a word asks; null if it need not. */
export function judgeUse(use: Use, word: ShellWord, value: string, judging: Judging): Reason | null {
  if (use === 'text') return word.kind === 'unknown' ? UNKNOWN : null;
  if (word.kind === 'unknown') return value.startsWith('~') ? because('{path} is outside the project', { path: value }) : UNKNOWN;
  if (value === '-' || value === '' || (DEVICES.test(value) && word.kind === 'literal')) return null;
  if (use === 'any') return judgeAny(word, value, judging);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return because('{address} is an address outside', { address: value });
  return judgePath(use, word, value, judging);
}

export const UNKNOWN = because('a word in it is only known when it runs');

function reads(use: Use): boolean {
  return use === 'read' || use === 'measure';
}

function judgePath(use: Use, word: ShellWord, path: string, judging: Judging): Reason | null {
  const { place, projectRoot } = judging;
  const found = resolveFrom(place, path, projectRoot);
  const pattern = word.kind === 'glob' ? word.pattern : null;
  if (found === null || (pattern !== null && mayClimb(pattern))) return because('{path} may be outside the project', { path });
  if (use === 'list') return null;
  if (isSecretPath(path) || found.some(isSecretPath)) return mayHoldKeys(path);
  const lock = reads(use) ? null : lockIn(found, judging);
  if (lock !== null) return because('you have locked {path}', { path: lock });
  for (const one of found) {
    const why = judgeFound(use, one, place === null, judging);
    if (why !== null) return because('{path}: {why}', { path, why });
  }
  return saidOf(path, judgePatterns(use, pattern, path, judging));
}

/** Judges what a word can match if it, or the folder it starts in, is a pattern. */
function judgePatterns(use: Use, pattern: string | null, path: string, judging: Judging): Reason | null {
  if (use === 'remove' || (pattern === null && judging.place !== null)) return null;
  const written = pattern ?? escapedGlob(path);
  const folders = judging.place?.map(escapedGlob) ?? ['', ...judging.entered];
  for (const folder of path.startsWith('/') || folders.length === 0 ? [''] : folders) {
    const whole = folder === '' ? written : `${folder}/${written}`;
    const reader = use === 'measure' ? { hasFileWall: true } : judging;
    const why = reads(use) || use === 'any' ? readGuardOfGlob(whole, reader) : null;
    if (why !== null) return why;
    const protection = reads(use) ? null : protectionOfGlob(whole, judging, use === 'write');
    if (protection !== null && !(use === 'any' && whole.includes('node_modules'))) return protection;
  }
  return null;
}

function judgeFound(use: Use, path: string, isLoose: boolean, { mayCreate, mayModify }: Judging): Reason | null {
  const segments = path.toLowerCase().split('/');
  if (segments.includes('.devonz')) return because("these are Devonz' own settings");
  const git = segments.findIndex(isGitFolder);
  if (reads(use))
    return git !== -1 && /^(?:$|(?:.*\/)?(?:config|credentials))/.test(segments.slice(git + 1).join('/')) ? MAY_HOLD_PASSWORDS : null;
  if (use === 'remove') {
    const isRegenerable = segments.includes('node_modules') || (!isLoose && REGENERABLE.test(path));
    return isRegenerable && git === -1 ? null : because('it removes what cannot be made again');
  }
  const protection = whyProtected(path);
  if (protection !== null) return protection;
  if (/(?:^|\/)package\.json$/i.test(path)) return because('it can change the scripts that npm runs');
  if (use === 'create') return mayCreate ? null : because('it creates a file or folder');
  return mayCreate && mayModify ? null : because('it writes a file past the file approval');
}

/** Returns a lock on, in or above one of these paths; for a pattern, on its fixed beginning. */
function lockIn(paths: readonly string[], { lockedPaths = [] }: Judging): string | null {
  if (lockedPaths.length === 0) return null;
  for (const path of paths) {
    const fixed = path.replace(/(?:^|\/)[^/]*[*?[{].*$/, '');
    const lock = fixed === '' ? (lockedPaths[0] ?? null) : lockOver(fixed, lockedPaths);
    if (lock !== null) return lock;
  }
  return null;
}

/** Judges a word of an unknown program: everything in it that could be a path or an address. */
function judgeAny(word: ShellWord, value: string, judging: Judging): Reason | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^git[@+]/i.test(value))
    return because('{address} is an address outside', { address: value });
  for (const path of pathsIn(value)) {
    if (isSecretPath(path)) return mayHoldKeys(path);
    const protection = whyProtected(path);
    if (protection !== null && !path.split('/').includes('node_modules')) return because('{path}: {why}', { path, why: protection });
    if (DEVICES.test(path)) continue;
    const found = resolveFrom(judging.place, path, judging.projectRoot);
    if (found === null) return because('{path} may be outside the project', { path });
    if (found.some(isSecretPath)) return mayHoldKeys(path);
    for (const one of found) {
      const why = one.split('/').includes('node_modules') ? null : whyProtected(one);
      if (why !== null) return because('{path}: {why}', { path, why });
    }
    // The project root is excluded: every program might touch it, and is unlikely to change a file that nobody named.
    const lock = lockIn(
      found.filter((one) => one !== ''),
      judging,
    );
    if (lock !== null) return because('it may change {path}, which you have locked', { path: lock });
  }
  if (word.kind === 'glob' && mayClimb(word.pattern)) return because('{path} may be outside the project', { path: value });
  const why = word.kind === 'glob' ? judgePatterns('any', word.pattern, value, judging) : judgeOwnPattern(value, judging);
  return saidOf(value, why);
}

function saidOf(path: string, why: Reason | null): Reason | null {
  if (why === null) return null;
  if (why === MAY_HOLD_KEYS) return mayHoldKeys(path);
  return why === MAY_HOLD_PASSWORDS ? because('{name} may hold passwords', { name: path }) : because('{path}: {why}', { path, why });
}

/** Many programs expand patterns that the shell left alone; but other words, such as regular expressions, look like patterns. */
function judgeOwnPattern(value: string, judging: Judging): Reason | null {
  const isOwn = isWild(value) && !/^\.\*|[\s$^\\]/.test(value);
  return judgePatterns('any', isOwn ? value : null, value, isOwn ? { ...judging, hasFileWall: true } : judging);
}

/** Returns everything in a word that a program could treat as a path: the word, a flag's value, the text after a colon or comma. */
function pathsIn(value: string): string[] {
  // The base path of a site's address.
  if (/^--(?:base|base-href|public-path|public-url|route|basename)=\/[\w/-]*$/.test(value)) return [];
  const attached = /^-[a-zA-Z](.+)$/.exec(value)?.[1];
  return [...(value.startsWith('-') ? [] : [value]), ...value.split(/[=:,@]/), ...(attached === undefined ? [] : [attached])].filter(
    (piece) => piece !== '',
  );
}
