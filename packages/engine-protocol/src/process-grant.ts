/**
 * The guarded files that a tree of processes may access: files with keys, protected files, and files outside of the project. The app
 * passes it with the `spawn` of the tree's first process, and the engine's kernel enforces it for the whole tree, whatever the command
 * says: see docs/decisions/0019. Parsed by hand, because a schema library would be a third of the kernel's script, which is loaded before
 * anything runs.
 */
export interface ProcessGrant {
  /** The absolute path of the project. */
  readonly root: string;
  /** Whether files with keys may be read, wherever they are. */
  readonly secrets: Granted;
  /** Whether protected files in the project, and files with keys anywhere, may be changed. */
  readonly protectedWrites: Granted;
  /** Whether files outside the project may be changed, except for temporary files and caches. */
  readonly outsideWrites: Granted;
  /** Files that only the tree's first process may change: those in which the agent's shell passes on its variables. */
  readonly ownFiles: readonly string[];
}

/**
 * Nothing, everything, or these with everything below them: absolute paths, or names at any depth of the project, prefixed with `**` and a
 * slash.
 */
export type Granted = 'deny' | 'allow' | { readonly only: readonly string[] };

/** A variable of the spawn request, which no program sees. */
export const PROCESS_GRANT_VARIABLE = 'DEVONZ_PROCESS_GRANT';

const MAX_PATHS = 1_000;

/** Returns the grant for commands that run without approval: no keys, nothing protected, nothing outside. */
export function strictestGrant(root: string): ProcessGrant {
  return { root, secrets: 'deny', protectedWrites: 'deny', outsideWrites: 'deny', ownFiles: [] };
}

export function formatProcessGrant(grant: ProcessGrant): string {
  return JSON.stringify(grant);
}

/** Returns `null` if any part of the grant is invalid. */
export function parseProcessGrant(text: unknown): ProcessGrant | null {
  const value = parseJson(text);
  if (value === null || Object.keys(value).length !== 5) return null;
  const { root, ownFiles } = value;
  const secrets = toGranted(value.secrets);
  const protectedWrites = toGranted(value.protectedWrites);
  const outsideWrites = toGranted(value.outsideWrites);
  if (!isAbsolute(root) || secrets === null || protectedWrites === null || outsideWrites === null) return null;
  return isPathList(ownFiles) && ownFiles.every(isAbsolute) ? { root, secrets, protectedWrites, outsideWrites, ownFiles } : null;
}

function parseJson(text: unknown): Record<string, unknown> | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function toGranted(value: unknown): Granted | null {
  if (value === 'deny' || value === 'allow') return value;
  if (!isRecord(value) || Object.keys(value).length !== 1) return null;
  const { only } = value;
  return isPathList(only) && only.every((path) => isAbsolute(path) || /^\*\*\/[^/*]+$/.test(path)) ? { only } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPathList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MAX_PATHS && value.every((path) => typeof path === 'string' && path !== '');
}

/** Returns whether the path is absolute and contains no part that leads elsewhere. */
function isAbsolute(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/') && !/\/(?:\.{0,2}(?:\/|$))/.test(path);
}
