import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { Use } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { escapedGlob, isWild } from '../paths/glob-pattern.ts';
import { mayClimb, protectionOfGlob, readGuardOfGlob } from '../paths/guarded-globs.ts';
import { lockOver } from '../paths/lock-over.ts';
import { type PossibleDirectories, resolveFrom } from '../paths/possible-directories.ts';

/** What the judgement of a command needs to know of where and for whom it runs. */
export interface Judging {
  place: PossibleDirectories;
  /** Patterns for every folder that the whole command goes into: where the place is unknown, each of them may be in it. */
  entered: readonly string[];
  projectRoot: string;
  hasFileWall: boolean;
  /** The two settings for files: a command that writes one is held to them like any other change. */
  mayCreate: boolean;
  mayModify: boolean;
  /** Whether the script that it would run is one of the project's; undefined where nobody has looked. */
  isOwnScript?: boolean | undefined;
  /** Programs of installed packages that the command names; undefined where nobody has looked. */
  programs?: ReadonlySet<string> | undefined;
  /** What the user has locked. */
  lockedPaths?: readonly string[];
}

/** Devices that hold nothing and keep nothing. */
const DEVICES = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** What can be made again by a command. */
const REGENERABLE =
  /^(?:(?:packages|apps)\/[^/]+\/)?(?:dist|build|out|coverage|\.next|\.nuxt|\.output|\.cache|\.turbo|\.parcel-cache|\.vite|\.svelte-kit|\.angular|\.astro|\.nyc_output|storybook-static|playwright-report|test-results|\.eslintcache|[^/]+\.tsbuildinfo)(?:\/|$)/;

/** Why this use of a word asks; null when it need not. */
export function judgeUse(use: Use, word: ShellWord, value: string, judging: Judging): string | null {
  if (use === 'text') return word.kind === 'unknown' ? UNKNOWN : null;
  if (word.kind === 'unknown') return value.startsWith('~') ? `${value} is outside the project` : UNKNOWN;
  if (value === '-' || value === '' || (DEVICES.test(value) && word.kind === 'literal')) return null;
  if (use === 'any') return judgeAny(word, value, judging);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return `${value} is an address outside`;
  return judgePath(use, word, value, judging);
}

export const UNKNOWN = 'a word in it is only known when it runs';

function reads(use: Use): boolean {
  return use === 'read' || use === 'measure';
}

function judgePath(use: Use, word: ShellWord, path: string, judging: Judging): string | null {
  const { place, projectRoot } = judging;
  const found = resolveFrom(place, path, projectRoot);
  const pattern = word.kind === 'glob' ? word.pattern : null;
  if (found === null || (pattern !== null && mayClimb(pattern))) return `${path} may be outside the project`;
  if (use === 'list') return null;
  if (isSecretPath(path) || found.some(isSecretPath)) return `${path} may hold keys or passwords`;
  const lock = reads(use) ? null : lockIn(found, judging);
  if (lock !== null) return `you have locked ${lock}`;
  for (const one of found) {
    const why = judgeFound(use, one, place === null, judging);
    if (why !== null) return `${path}: ${why}`;
  }
  return saidOf(path, judgePatterns(use, pattern, path, judging));
}

/** What the word can stand for where it is a pattern, or where the folder it starts in is one. */
function judgePatterns(use: Use, pattern: string | null, path: string, judging: Judging): string | null {
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

function judgeFound(use: Use, path: string, isLoose: boolean, { mayCreate, mayModify }: Judging): string | null {
  const segments = path.toLowerCase().split('/');
  if (segments.includes('.devonz')) return "these are Devonz' own settings";
  if (reads(use)) return /(?:^|\/)\.git(?:$|\/(?:.*\/)?(?:config|credentials))/i.test(path) ? 'it may hold passwords' : null;
  if (use === 'remove') {
    const isRegenerable = segments.includes('node_modules') || (!isLoose && REGENERABLE.test(path));
    return isRegenerable && !segments.includes('.git') ? null : 'it removes what cannot be made again';
  }
  const protection = protectionOf(path);
  if (protection !== null) return protection;
  if (/(?:^|\/)package\.json$/i.test(path)) return 'it can change the scripts that npm runs';
  if (use === 'create') return mayCreate ? null : 'it creates a file or folder';
  return mayCreate && mayModify ? null : 'it writes a file past the file approval';
}

/** A lock on one of these paths, in it or above it; of a pattern, on what its fixed beginning leads to. */
function lockIn(paths: readonly string[], { lockedPaths = [] }: Judging): string | null {
  if (lockedPaths.length === 0) return null;
  for (const path of paths) {
    const fixed = path.replace(/(?:^|\/)[^/]*[*?[{].*$/, '');
    const lock = fixed === '' ? (lockedPaths[0] ?? null) : lockOver(fixed, lockedPaths);
    if (lock !== null) return lock;
  }
  return null;
}

/** A word of a program that nothing is known of: everything in it that could be a path or an address. */
function judgeAny(word: ShellWord, value: string, judging: Judging): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^git[@+]/i.test(value)) return `${value} is an address outside`;
  for (const path of pathsIn(value)) {
    if (isSecretPath(path)) return `${path} may hold keys or passwords`;
    const protection = protectionOf(path);
    if (protection !== null && !path.split('/').includes('node_modules')) return `${path}: ${protection}`;
    if (DEVICES.test(path)) continue;
    const found = resolveFrom(judging.place, path, judging.projectRoot);
    if (found === null) return `${path} may be outside the project`;
    if (found.some(isSecretPath)) return `${path} may hold keys or passwords`;
    for (const one of found) {
      const why = one.split('/').includes('node_modules') ? null : protectionOf(one);
      if (why !== null) return `${path}: ${why}`;
    }
    // Of the whole project this may be said of every program; that it changes a file nobody named is not likely.
    const lock = lockIn(
      found.filter((one) => one !== ''),
      judging,
    );
    if (lock !== null) return `it may change ${lock}, which you have locked`;
  }
  if (word.kind === 'glob' && mayClimb(word.pattern)) return `${value} may be outside the project`;
  const why = word.kind === 'glob' ? judgePatterns('any', word.pattern, value, judging) : judgeOwnPattern(value, judging);
  return saidOf(value, why);
}

function saidOf(path: string, why: string | null): string | null {
  if (why === null) return null;
  return why.startsWith('it may hold') ? `${path} ${why.slice(3)}` : `${path}: ${why}`;
}

/** Many programs read patterns themselves where the shell left them alone; much else, such as regular expressions, looks like one. */
function judgeOwnPattern(value: string, judging: Judging): string | null {
  const isOwn = isWild(value) && !/^\.\*|[\s$^\\]/.test(value);
  return judgePatterns('any', isOwn ? value : null, value, isOwn ? { ...judging, hasFileWall: true } : judging);
}

/** Everything in a word that a program could take for a path: the word, a flag's value, what follows a colon or a comma. */
function pathsIn(value: string): string[] {
  // The path of an address that a site is served under.
  if (/^--(?:base|base-href|public-path|public-url|route|basename)=\/[\w/-]*$/.test(value)) return [];
  const attached = /^-[a-zA-Z](.+)$/.exec(value)?.[1];
  return [...(value.startsWith('-') ? [] : [value]), ...value.split(/[=:,@]/), ...(attached === undefined ? [] : [attached])].filter(
    (piece) => piece !== '',
  );
}
