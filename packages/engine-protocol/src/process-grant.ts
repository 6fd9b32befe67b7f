/**
 * What a tree of processes may touch of files that are guarded: those with keys, those that are protected, those outside of the project.
 * The app says it with the `spawn` of the tree's first process; the engine's kernel holds all of the tree to it, whatever the words of the
 * command are: see docs/decisions/0019. Parsed by hand, for a schema's library would be a third of the kernel's script, which is loaded
 * before anything runs.
 */
export interface ProcessGrant {
  /** Absolute path of the project. */
  readonly root: string;
  /** Files with keys, wherever they are: whether they may be read. */
  readonly secrets: Granted;
  /** What is protected in the project, and files with keys wherever they are: whether it may be changed. */
  readonly protectedWrites: Granted;
  /** What is outside the project, except for temporary files and caches: whether it may be changed. */
  readonly outsideWrites: Granted;
  /** Files that only the tree's first process may change: how the agent's shell hands on its variables. */
  readonly ownFiles: readonly string[];
}

/** Nothing, all, or these with what is below them: absolute paths, or names at any depth of the project with `**` and a slash before them. */
export type Granted = 'deny' | 'allow' | { readonly only: readonly string[] };

/** A variable of the spawn request, and of no program. */
export const PROCESS_GRANT_VARIABLE = 'DEVONZ_PROCESS_GRANT';

const MAX_PATHS = 1_000;

/** Of what runs without having been approved: no keys, nothing protected, nothing outside. */
export function strictestGrant(root: string): ProcessGrant {
  return { root, secrets: 'deny', protectedWrites: 'deny', outsideWrites: 'deny', ownFiles: [] };
}

export function formatProcessGrant(grant: ProcessGrant): string {
  return JSON.stringify(grant);
}

/** Null for what is no grant, in whatever part of it. */
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

/** Absolute, and with nothing in it that leads elsewhere than it says. */
function isAbsolute(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/') && !/\/(?:\.{0,2}(?:\/|$))/.test(path);
}
