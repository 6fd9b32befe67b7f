import { PRIVATE_PATHS, type PrivatePath, segmentsInHome, segmentsOf } from '../../../protocol/files/private-paths.ts';
import { globItems, globPaths, isWild, unescapedGlob } from './glob-pattern.ts';
import { meetingOf, type NamePattern, namePattern } from './name-intersection.ts';

/** `is`: the word may name something private, or something below it. `holds`: a folder that may have it within. */
export type Privacy = 'no' | 'holds' | 'is';

interface Row {
  names: readonly NamePattern[];
  where: PrivatePath['where'];
}

const ROWS: readonly Row[] = PRIVATE_PATHS.map(({ segments, where }) => ({
  where,
  names: segments.map((segment) => namePattern(segment)),
}));
const ROOT = namePattern('root');
/** `~`, `~eve`, `$HOME`, `${HOME}`, `${HOME:-x}`. */
const HOME_WORD = /^(?:~[\w+-]*|\$HOME\b|\$\{HOME[^}]*\})(?=\/|$)/;
/** A value that is known only when it runs, in place of a folder. */
const UNKNOWN_FOLDER = /^(?:\$\w+|\$\{[^}]*\}|\$\([^)]*\)|`[^`]*`)(?=\/)/;
/** Paths from a home within a longer text, such as code. */
const PATHS_IN_TEXT = /(?:~[\w+-]*|\$HOME\b|\$\{HOME[^}]*\}|\/(?:root|home\/[^/\s'"]+|Users\/[^/\s'"]+))\/[^\s'"`;|&()<>]+/g;

/** Returns what a word of a command, as it is written, may name of the user's own files on a machine, from one of these folders. */
export function privacyOf(word: string, from: readonly string[], home: string): Privacy {
  const bare = word.replace(/\$?["']/g, '').replaceAll('\\/', '/');
  const ends = [...bare.matchAll(/[=@:,]|^-[A-Za-z](?=[~/$.])/g)].map(({ index, 0: mark }) => bare.slice(index + mark.length));
  const inText = /[\s()]/.test(word) ? (word.match(PATHS_IN_TEXT) ?? []) : [];
  let found: Privacy = 'no';
  for (const path of new Set([bare, ...ends, ...inText])) {
    const privacy = privacyOfPath(path, from, home);
    if (privacy === 'is') return privacy;
    if (privacy === 'holds') found = privacy;
  }
  return found;
}

function privacyOfPath(path: string, from: readonly string[], home: string): Privacy {
  if (path === '') return 'no';
  const unknown = HOME_WORD.test(path) ? null : UNKNOWN_FOLDER.exec(path);
  if (unknown !== null) return spellingsOf(path.slice(unknown[0].length)).some(namesAnywhere) ? 'is' : 'no';
  const absolute = HOME_WORD.test(path) ? [homeOf(path, home)] : path.startsWith('/') ? [path] : from.map((folder) => `${folder}/${path}`);
  let found: Privacy = 'no';
  for (const segments of absolute.flatMap(spellingsOf)) {
    const privacy = privacyOfSegments(segments, home);
    if (privacy === 'is') return privacy;
    if (privacy === 'holds') found = privacy;
  }
  return found;
}

function homeOf(path: string, home: string): string {
  return path.replace(HOME_WORD, (word) => (/^~\w/.test(word) ? `/home/${word.slice(1)}` : home));
}

function spellingsOf(path: string): readonly (readonly string[])[] {
  // Too many spellings to look at ask elsewhere.
  return globPaths(path)?.map((segments) => segmentsOf(segments.join('/'))) ?? [];
}

function privacyOfSegments(segments: readonly string[], home: string): Privacy {
  const [first = '', ...rest] = segments;
  const isRoot = segments.length > 1 && isWild(first) && meets(first, ROOT);
  const privacy = privacyInHome(segments, segmentsInHome(segments.map(asHome(segments, home)), home), home);
  return isRoot && privacy !== 'is' ? privacyInHome(segments, rest, home) : privacy;
}

function privacyInHome(segments: readonly string[], inHome: readonly string[] | null, home: string): Privacy {
  let found: Privacy = isAbove(segments, home) ? 'holds' : 'no';
  for (const { names, where } of ROWS) {
    const own = where === 'root' ? segments : inHome;
    if (own === null || !fits(own, names)) continue;
    if (own.length >= names.length) return 'is';
    if (own.length > 0 || where !== 'root') found = 'holds';
  }
  return found;
}

/** Returns a folder of the way as that of the user's home, if a pattern may stand for it: `/h*me/ad?`. */
function asHome(segments: readonly string[], home: string): (segment: string, index: number) => string {
  const own = segmentsOf(home);
  return (segment, index) => {
    const wanted = own[index];
    const isOnTheWay = wanted !== undefined && segments.slice(0, index + 1).every((each, at) => meets(each, namePattern(own[at] ?? '')));
    return isOnTheWay ? wanted : segment;
  };
}

function isAbove(segments: readonly string[], home: string): boolean {
  const own = segmentsOf(home);
  return segments.length <= own.length && segments.every((segment, index) => meets(segment, namePattern(own[index] ?? '')));
}

function namesAnywhere(segments: readonly string[]): boolean {
  // Wherever the value leads, a hidden name is not there by chance.
  return ROWS.some(
    ({ names, where }) => where === 'anywhere' && isHidden(names) && segments.length >= names.length && fits(segments, names),
  );
}

function isHidden([first]: readonly NamePattern[]): boolean {
  return first?.items[0]?.kind === 'literal' && first.items[0].character === '.';
}

function fits(segments: readonly string[], names: readonly NamePattern[]): boolean {
  const count = Math.min(segments.length, names.length);
  for (let at = 0; at < count; at++) {
    const name = names[at];
    if (name === undefined || !meets(segments[at] ?? '', name)) return false;
  }
  return true;
}

/** No file system has longer names. In characters. */
const LONGEST = 255;

function meets(segment: string, name: NamePattern): boolean {
  if (segment.length > LONGEST) return false;
  const first = name.items[0];
  const plain = unescapedGlob(segment);
  // Most words differ from a name in the first letter already.
  if (first?.kind === 'literal' && /^[\w.]$/.test(plain.charAt(0)) && plain.charAt(0).toLowerCase() !== first.character.toLowerCase())
    return false;
  const rows = globItems(isWild(segment) ? segment : segment.replace(/\\?([\s\S])/g, '\\$1'));
  return rows?.some((row) => meetingOf(row, name, { hasHidden: false, crossesFolders: false }) !== 'no') ?? true;
}
