import { protectionOf } from '../../protocol/protected-paths.ts';
import { isSecretPath } from '../../protocol/secret-path.ts';
import { lockOver } from '../lock-over.ts';
import type { Use } from './arguments.ts';
import { type Place, resolveFrom } from './place.ts';
import { mayMatchSecret } from './secret-paths.ts';
import type { ShellWord } from './shell-word.ts';

/** What the judgement of a command needs to know of where and for whom it runs. */
export interface Judging {
  place: Place;
  projectRoot: string;
  /** The two settings for files: a command that writes one is held to them like any other change. */
  mayCreate: boolean;
  mayModify: boolean;
  /** What the person has locked. */
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

function judgePath(use: Use, word: ShellWord, path: string, judging: Judging): string | null {
  const { place, projectRoot } = judging;
  const found = resolveFrom(place, path, projectRoot);
  if (found === null || (word.kind === 'glob' && climbs(word.pattern))) return `${path} may be outside the project`;
  const mayBeSecret =
    isSecretPath(path) ||
    found.some(isSecretPath) ||
    (word.kind === 'glob' && word.pattern.split('/').some((segment) => mayMatchSecret(segment)));
  if (use === 'list') return null;
  if (mayBeSecret) return `${path} may hold keys or passwords`;
  const lock = use === 'read' ? null : lockIn(found, judging);
  if (lock !== null) return `you have locked ${lock}`;
  for (const one of found) {
    const why = judgeFound(use, one, place === null, judging);
    if (why !== null) return `${path}: ${why}`;
  }
  return null;
}

function judgeFound(use: Use, path: string, isLoose: boolean, { mayCreate, mayModify }: Judging): string | null {
  const segments = path.toLowerCase().split('/');
  if (segments.includes('.devonz')) return "these are Devonz' own settings";
  if (use === 'read') return /(?:^|\/)\.git\/(?:config|credentials)/.test(path) ? 'it may hold passwords' : null;
  if (use === 'remove') {
    const isRegenerable = segments.includes('node_modules') || (!isLoose && REGENERABLE.test(path));
    return isRegenerable && !segments.includes('.git') ? null : 'it removes what cannot be made again';
  }
  const protection = protectionOf(path);
  if (protection !== null) return protection;
  if (/(?:^|\/)package\.json$/.test(path)) return 'it can change the scripts that npm runs';
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

/** A pattern for a hidden name can stand for the folder above. */
function climbs(pattern: string): boolean {
  return pattern
    .split('/')
    .some((segment) => segment.startsWith('\\.') && segment !== '\\.\\.' && new RegExp(`^(?:${segment})$`).test('..'));
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
    // Of the whole project every program may be told; that it changes a file nobody named is not likely.
    const lock = lockIn(
      found.filter((one) => one !== ''),
      judging,
    );
    if (lock !== null) return `it may change ${lock}, which you have locked`;
  }
  return word.kind === 'glob' ? judgePath('read', word, value, judging) : null;
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
