import type { Granted, ProcessGrant } from 'devonz-engine-protocol/process-grant';
import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';

/** The folders in which programs store files that belong to no project. */
const TEMPORARY_FOLDERS: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm'];
const CACHE_FOLDERS: readonly string[] = ['/home/.cache', '/home/.config/configstore', '/home/.local/share', '/home/.local/state'];
const FREE_FOLDERS: readonly string[] = [...TEMPORARY_FOLDERS, ...CACHE_FOLDERS];
/** These folders themselves may be created and removed, but not their other contents. */
const FREE_ENTRIES: ReadonlySet<string> = new Set([...CACHE_FOLDERS, '/home/.config', '/home/.local']);

/**
 * The file in which the agent's shell passes its variables from one command to the next: another command that could change it could run
 * code in the next one.
 */
const SHELL_VARIABLES = /^\/tmp\/\.agent-env-/;

/**
 * No package in node_modules has a name that starts with a dot, so such folders are caches of tools. These are the exceptions: they hold
 * packages, links to them, or package managers' records of them.
 */
const HIDDEN_PACKAGES: ReadonlySet<string> = new Set(
  '.bin .pnpm .store .hooks .package-lock.json .modules.yaml .yarn-integrity .yarn-state.yml'.split(' '),
);

/** Changes the meaning of `npm run`, which an allow rule refers to. */
const MANIFEST = 'package.json';

/** Build output can be rebuilt; many tools add a package.json of their own, or packages, to it. */
const OUTPUT_FOLDERS: ReadonlySet<string> = new Set(
  'dist build out coverage .next .nuxt .output .svelte-kit .angular .astro .turbo .parcel-cache .vite .cache storybook-static'.split(' '),
);

const ENVIRONMENT_FILE = /\/\.(?:env(?:\.[^/]+)?|flaskenv|dev\.vars(?:\.[^/]+)?)$/;

const READ = 1;
const WRITE = 2;
const MAX_KNOWN = 20_000;

/** Evaluates a grant for a path, by its names alone. */
export class GuardedPaths {
  readonly #grant: ProcessGrant;
  /** True for the tree's first process, which owns the grant's own files. */
  readonly #isFirst: boolean;
  readonly #known = new Map<string, number>();

  constructor(grant: ProcessGrant, isFirst: boolean) {
    this.#grant = grant;
    this.#isFirst = isFirst;
  }

  mayRead(path: string): boolean {
    return (this.#refused(path) & READ) === 0;
  }

  mayWrite(path: string): boolean {
    return (this.#refused(path) & WRITE) === 0;
  }

  /**
   * Returns whether a file with keys reads as empty. This applies to environment files read by programs that a command starts: loaders
   * treat them as optional if missing, but fail if access is denied (Vite's `loadEnv`). It does not apply to writable files, because the
   * empty content would be written back.
   */
  readsAsEmpty(path: string): boolean {
    return !this.#isFirst && ENVIRONMENT_FILE.test(path) && !this.mayRead(path) && !this.mayWrite(path);
  }

  isRoot(path: string): boolean {
    return path === this.#grant.root;
  }

  /**
   * Returns whether the target of a link at that path is guarded like the path itself; paths that are merely outside of the project are
   * not.
   */
  guardsTarget(path: string): boolean {
    // Workspace packages are linked into node_modules, but are source code nevertheless.
    if (path.includes('/node_modules/')) return false;
    return !this.mayRead(path) || (path.startsWith(`${this.#grant.root}/`) && !this.mayWrite(path));
  }

  #refused(path: string): number {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    const refused = (this.#isRefusedRead(path) ? READ : 0) | (this.#isRefusedWrite(path) ? WRITE : 0);
    this.#known.set(path, refused);
    return refused;
  }

  #isRefusedRead(path: string): boolean {
    const { secrets } = this.#grant;
    return secrets !== 'allow' && isSecret(path) && !this.#isGranted(secrets, path);
  }

  #isRefusedWrite(path: string): boolean {
    const { root, protectedWrites, outsideWrites, ownFiles } = this.#grant;
    if (SHELL_VARIABLES.test(path)) return !(this.#isFirst && ownFiles.includes(path)) && !isNamed(outsideWrites, path);
    // For the root itself, this concerns only its mode and times; `isRoot` checks its name.
    if (path === root) return false;
    const isInside = path.startsWith(`${root}/`);
    if (isInside) return !this.#isGranted(protectedWrites, path) && isProtected(path.slice(root.length + 1));
    if (isSecret(path) && !this.#isGranted(protectedWrites, path)) return true;
    if (this.#isGranted(outsideWrites, path)) return false;
    return !FREE_ENTRIES.has(path) && !FREE_FOLDERS.some((folder) => isBelow(path, folder));
  }

  #isGranted(granted: Granted, path: string): boolean {
    if (typeof granted === 'string') return granted === 'allow';
    const { root } = this.#grant;
    const names = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
    return granted.only.some((one) => (one.startsWith('**/') ? names.includes(one.slice(3)) : path === one || isBelow(path, one)));
  }
}

/** Packages come from the registry and contain no keys; a folder `credentials` in them contains code. */
function isSecret(path: string): boolean {
  return isSecretPath(path) && !path.includes('/node_modules/');
}

/** Checks a path relative to the project's root. */
function isProtected(path: string): boolean {
  const names = path.split('/');
  const modules = names.indexOf('node_modules');
  const output = names.findIndex((name) => OUTPUT_FOLDERS.has(name));
  const isOutput = output !== -1 && output < names.length - 1 && (modules === -1 || output < modules);
  if (isOutput) return protectionOf(names.filter((name) => name !== 'node_modules').join('/')) !== null;
  if (modules !== -1 && isCache(names.slice(modules + 1))) return false;
  return (modules === -1 && names.at(-1) === MANIFEST) || protectionOf(path) !== null;
}

/** Checks the names below a node_modules folder. */
function isCache([first = '', ...rest]: readonly string[]): boolean {
  if (!first.startsWith('.') || HIDDEN_PACKAGES.has(first) || protectionOf(first) !== null) return false;
  // A server's self-made certificate may be there, but not packages or repositories.
  return protectionOf([...rest.slice(0, -1), ''].join('/')) === null && rest.at(-1) !== 'node_modules';
}

function isNamed(granted: Granted, path: string): boolean {
  return typeof granted === 'object' && granted.only.includes(path);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && path.charCodeAt(folder.length) === 0x2f;
}
