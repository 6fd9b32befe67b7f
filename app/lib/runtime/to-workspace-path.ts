import type { WorkspacePath } from './types.ts';

/** Where projects are in every host unless it says otherwise. */
export const DEFAULT_PROJECT_ROOT = '/home/project';

/** Control characters, those that turn the direction of what is read, and those that do not show: no card could tell the truth of them. */
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;
const LONGEST = 4_096;
/** Of one name. Bytes, as file systems count. */
const LONGEST_NAME = 255;

/**
 * The one maker of `WorkspacePath`, for names that are paths already: of files that were listed, of folders that a shell is in. Takes
 * a path relative to the root, or an absolute one inside it; null for what leaves the project or cannot be a path. What models and people
 * write goes through `readProjectPath`, which says what is wrong with it.
 */
export function toWorkspacePath(text: string, projectRoot: string = DEFAULT_PROJECT_ROOT): WorkspacePath | null {
  if (DECEIVING.test(text) || text.length > LONGEST) return null;
  const segments = segmentsOf(text);
  if (segments === null) return null;
  if (!text.startsWith('/')) return segments.join('/') as WorkspacePath; // Established above and in `segmentsOf`, as below.
  const root = segmentsOf(projectRoot) ?? [];
  return root.every((segment, index) => segment === segments[index]) ? (segments.slice(root.length).join('/') as WorkspacePath) : null;
}

/** Without `.` and `..`; null where it climbs above where it starts. */
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
 * A path as a model or a user writes it: relative to the project's root, absolute inside it, or `/` alone for the root. Everything else
 * is refused in a sentence that contains the path to write instead: no text is taken for a path that it does not name.
 */
export function readProjectPath(text: string, projectRoot: string = DEFAULT_PROJECT_ROOT): ProjectPathReading {
  const refused = (why: string): ProjectPathReading => ({ ok: false, why: `${shown(text)} ${why}` });
  if (text.length > LONGEST) return refused(`is longer than the ${LONGEST} characters that a path may have.`);
  if (text.split('/').some(isTooLong)) return refused(`has a name of more than the ${LONGEST_NAME} bytes that one may have.`);
  const odd = DECEIVING.exec(text);
  if (odd !== null) return refused(`holds the character ${codePoint(odd[0])}, which does not show; write the path without it.`);
  if (text === '/') return { ok: true, path: '' as WorkspacePath }; // The root, by the tools' own description.
  const outside = `is outside the project (${projectRoot})`;
  const instead = insteadOf(text, projectRoot);
  const inItsPlace = (path: string) => (path === '/' ? 'for its root write `/`' : `for a file of the project write ${shown(path)}`);
  if (instead !== null) return refused(`${outside}; ${inItsPlace(instead)}.`);
  if (text !== text.trim()) return refused(`begins or ends with a space; write ${shown(text.trim())}.`);
  if (text.includes('\\')) return refused(`has a backslash, and folders are divided by "/"; write ${shown(forward(text))}.`);
  const path = toWorkspacePath(text, projectRoot);
  if (path === null) return refused(`${outside}; ${inItsPlace(withoutClimbs(text))}.`);
  // Through a link the folder above is another one than the words say.
  if (climbs(text)) return refused(`goes back up with ".."; write ${shown(path === '' ? '/' : path)}.`);
  return { ok: true, path };
}

function isTooLong(name: string): boolean {
  return name.length > LONGEST_NAME / 3 && new TextEncoder().encode(name).byteLength > LONGEST_NAME;
}

/** What to write for a path in the notation of another system, or of another place; null where it is neither. */
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

/** As the user and the model can read it: in backticks, cut where it is long, odd characters as escapes. */
function shown(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return `\`${JSON.stringify(cut).slice(1, -1).replaceAll('\\\\', '\\').replaceAll('\\"', '"')}\``;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
