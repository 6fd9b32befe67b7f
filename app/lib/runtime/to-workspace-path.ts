import { codePoint, DECEIVING_CHARACTER } from './deceiving-characters.ts';
import type { WorkspacePath } from './types.ts';

/** The project's folder in every host unless it says otherwise. */
export const DEFAULT_PROJECT_ROOT = '/home/project';

const LONGEST = 4_096;
/** The limit of all file systems, including the engine's: a single longer name would make a whole project impossible to open. */
const LONGEST_NAME = 255;
/** Limit for a path within the project: the system's limit also counts the project's own path. */
const LONGEST_INSIDE = 4_000;

/**
 * The only function that creates a `WorkspacePath`, for names that are already paths: of listed files, or of a shell's directory.
 * Takes a path relative to the root, or an absolute one inside it; returns null if it leaves the project or cannot be a path.
 * Text from models and users goes through `readProjectPath`, which reports what is wrong.
 */
export function toWorkspacePath(text: string, projectRoot: string = DEFAULT_PROJECT_ROOT): WorkspacePath | null {
  if (DECEIVING_CHARACTER.test(text) || text.length > LONGEST) return null;
  const segments = segmentsOf(text);
  if (segments === null || isTooLong(segments)) return null;
  if (!text.startsWith('/')) return segments.join('/') as WorkspacePath; // Checked above and in `segmentsOf`, as below.
  const root = segmentsOf(projectRoot) ?? [];
  return root.every((segment, index) => segment === segments[index]) ? (segments.slice(root.length).join('/') as WorkspacePath) : null;
}

function isTooLong(segments: readonly string[]): boolean {
  return segments.some(({ length }) => length > LONGEST_NAME) || segments.join('/').length > LONGEST_INSIDE;
}

/** Without `.` and `..`; null if it goes above its start. */
function segmentsOf(text: string): string[] | null {
  const segments: string[] = [];
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments;
}

export type ProjectPathReading = { ok: true; path: WorkspacePath } | { ok: false; why: string };

/**
 * Reads a path written by a model or a user: relative to the project's root, absolute inside it, or `/` alone for the root.
 * Everything else is refused with a sentence that contains the path to write instead, so that no text is taken for a path it does
 * not name.
 */
export function readProjectPath(text: string, projectRoot: string = DEFAULT_PROJECT_ROOT): ProjectPathReading {
  const refused = (why: string): ProjectPathReading => ({ ok: false, why: `${shown(text)} ${why}` });
  if (text.length > LONGEST_INSIDE) return refused(`is longer than the ${LONGEST_INSIDE} characters that a path may have.`);
  if (text.split('/').some(({ length }) => length > LONGEST_NAME))
    return refused(`has a name that is longer than the ${LONGEST_NAME} characters that one may have.`);
  const odd = DECEIVING_CHARACTER.exec(text);
  if (odd !== null) return refused(`holds the character ${codePoint(odd[0])}, which does not show; write the path without it.`);
  if (text === '/') return { ok: true, path: '' as WorkspacePath }; // The tools' descriptions define `/` as the root.
  const outside = `is outside the project (${projectRoot})`;
  const instead = insteadOf(text, projectRoot);
  const inItsPlace = (path: string) => (path === '/' ? 'for its root write `/`' : `for a file of the project write ${shown(path)}`);
  if (instead !== null) return refused(`${outside}; ${inItsPlace(instead)}.`);
  if (text !== text.trim()) return refused(`begins or ends with a space; write ${shown(text.trim())}.`);
  if (text.includes('\\')) return refused(`has a backslash, and folders are divided by "/"; write ${shown(forward(text))}.`);
  const path = toWorkspacePath(text, projectRoot);
  if (path === null) return refused(`${outside}; ${inItsPlace(withoutClimbs(text))}.`);
  // After a link, the parent folder differs from what the text suggests.
  if (climbs(text)) return refused(`goes back up with ".."; write ${shown(path === '' ? '/' : path)}.`);
  return { ok: true, path };
}

/** The path to write instead of one in another system's notation or from another place; null if it is neither. */
function insteadOf(text: string, projectRoot: string): string | null {
  const trimmed = text.trim();
  const url = /^([a-z][a-z0-9+.-]+):\/*(?:localhost(?=\/))?(.*)$/is.exec(trimmed);
  if (url !== null && (url[1]?.toLowerCase() === 'file' || trimmed.includes('://'))) return inside(decoded(url[2] ?? ''), projectRoot);
  if (/^[A-Za-z]:/.test(trimmed)) return withoutClimbs(forward(trimmed.slice(2)));
  if (/^(?:\\\\|\/\/)/.test(trimmed)) return withoutClimbs(forward(trimmed));
  if (/^~/.test(trimmed)) return withoutClimbs(forward(trimmed.replace(/^~[^/\\]*/, '')));
  if (!/^[/\\]/.test(trimmed)) return null;
  const path = toWorkspacePath(trimmed, projectRoot);
  return path === null || trimmed.startsWith('\\') ? withoutClimbs(forward(trimmed)) : null;
}

function inside(path: string, projectRoot: string): string {
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return toWorkspacePath(absolute, projectRoot) || withoutClimbs(absolute);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function forward(text: string): string {
  return text.replaceAll('\\', '/');
}

function withoutClimbs(text: string): string {
  const kept = forward(text)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return kept.length === 0 ? '/' : kept.join('/').trim() || '/';
}

function climbs(text: string): boolean {
  return text.split('/').includes('..');
}

/** For the user and the model: in backticks, shortened if long, with unusual characters escaped. */
function shown(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return `\`${JSON.stringify(cut).slice(1, -1).replaceAll('\\\\', '\\').replaceAll('\\"', '"')}\``;
}
