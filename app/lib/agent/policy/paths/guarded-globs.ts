import { PROTECTED_FILES, PROTECTED_FOLDERS, type ProtectedName } from 'devonz-engine-protocol/protected-names';
import { SECRET_TABLE } from 'devonz-engine-protocol/secret-names';
import { COPY_ENDINGS, EXAMPLE_ENDINGS, isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { type GlobItem, globItems, globPaths, isWild, unescapedGlob } from './glob-pattern.ts';
import { type Meeting, meetingOf, type NamePattern, namePattern } from './name-intersection.ts';
import { isSourceName, isSourcePath } from './source-path.ts';
import { FILE_MAY_HOLD_KEYS, MAY_HOLD_KEYS, MAY_HOLD_PASSWORDS, protectedBecause } from './why-protected.ts';

/** How a pattern is expanded, and on which host. */
export interface GlobReader {
  /**
   * The host itself protects secret and protected files from unapproved commands, so a word that only happens to match one need not ask.
   */
  hasFileWall: boolean;
  /** `*` matches hidden names, as in git and ripgrep but not in the shell. */
  hasHidden?: boolean;
  /** `*` matches several segments, as in git. */
  crossesFolders?: boolean;
}

const named = (patterns: readonly string[]): readonly NamePattern[] => patterns.map((pattern) => namePattern(pattern));
/** Typical names of keys, all covered by `SECRET_TABLE`: `server.*` targets them, `README*` does not. */
const USUAL_KEYS = ['server', 'private', 'prod', 'cert', 'ssl'].flatMap((name) =>
  ['pem', 'key', 'env'].map((ending) => `${name}.${ending}`),
);
const SECRETS = [
  ...SECRET_TABLE.flatMap(({ pattern, isTelling }) => (pattern.includes('/') ? [] : [namePattern(pattern, isTelling)])),
  ...named(USUAL_KEYS),
];
/** Paths as lists of segment patterns. */
const SECRET_PATHS: readonly (readonly NamePattern[])[] = SECRET_TABLE.flatMap(({ pattern }) =>
  pattern.includes('/') ? [pattern.split('/').map((segment) => namePattern(segment))] : [],
);
const GIT_FOLDER = named(['.git']);
const GIT_PASSWORDS = named(['config*', 'credentials*']);
const OWN_SETTINGS = named(['.devonz']);
const MANIFEST = named(['package.json']);

/** A row of the tables of protected names; several segments for a path. */
interface ProtectedGlob {
  names: readonly NamePattern[];
  why: Reason;
}

/** Names without a leading dot are too common to be recognised by a part: broad matches are left to the wall. */
const protectedGlobs = (rows: readonly ProtectedName[]): readonly ProtectedGlob[] =>
  rows.map(({ pattern, why }) => ({
    names: pattern.split('/').map((segment) => namePattern(segment, /^\.[^*]|^(?:agents\.md|head|node_modules)$/.test(segment))),
    why: protectedBecause(why),
  }));
const isPath = ({ names }: ProtectedGlob) => names.length > 1;
const ALL_FOLDERS = protectedGlobs(PROTECTED_FOLDERS);
const ALL_FILES = protectedGlobs(PROTECTED_FILES);
const [FOLDERS, FILES] = [ALL_FOLDERS, ALL_FILES].map((globs) => globs.filter((glob) => !isPath(glob))) as [
  ProtectedGlob[],
  ProtectedGlob[],
];
const PROTECTED_PATHS = [...ALL_FOLDERS, ...ALL_FILES].filter(isPath);
/** All names combined, because most words match none of them. */
const FOLDER_NAMES = FOLDERS.flatMap(({ names }) => names);
const FILE_NAMES = FILES.flatMap(({ names }) => names);
const LARGE: ReadonlySet<readonly NamePattern[]> = new Set([SECRETS, FOLDER_NAMES, FILE_NAMES]);

/** Returns true if a path pattern can match a file with keys or passwords, or something below one. */
export function mayNameSecret(pattern: string, reader: GlobReader): boolean {
  return someSpelling(pattern, reader, (path) => path.namesSecret()) ?? true;
}

/** Returns why reading what the pattern can match asks; null if it need not. */
export function readGuardOfGlob(pattern: string, reader: GlobReader): Reason | null {
  if (mayNameSecret(pattern, reader)) return MAY_HOLD_KEYS;
  if (someSpelling(pattern, reader, (path) => path.namesOwnSettings()) !== false) return because("these are Devonz' own settings");
  return someSpelling(pattern, reader, (path) => path.namesGitPasswords()) === false ? null : MAY_HOLD_PASSWORDS;
}

/**
 * Returns why changing what the pattern can match asks; null if it need not. The host does not guard package.json, so any match counts if
 * content is written.
 */
export function protectionOfGlob(pattern: string, reader: GlobReader, writes: boolean): Reason | null {
  const spellings = globPaths(pattern);
  if (spellings === null) return because('it stands for more names than can be looked at');
  for (const segments of spellings) {
    const why = new GlobPath(segments, reader).protection(writes);
    if (why !== null) return why;
  }
  return null;
}

/**
 * Returns true if the pattern can match a parent directory: by a dot with a wildcard, or by `**`, which can match no directory, before
 * `..`.
 */
export function mayClimb(pattern: string): boolean {
  const above = namePattern('..');
  const spellings = globPaths(pattern);
  if (spellings === null) return true;
  return spellings.some((segments) => {
    const anyFolders = segments.findIndex((segment) => /^\*{2,}$/.test(segment));
    if (anyFolders !== -1 && segments.indexOf('..', anyFolders) !== -1) return true;
    return segments.some((segment) => /^\\?\./.test(segment) && isWild(segment) && meets(segment, [above], { hasHidden: true }) !== 'no');
  });
}

function someSpelling(pattern: string, reader: GlobReader, test: (path: GlobPath) => boolean): boolean | null {
  return globPaths(pattern)?.some((segments) => test(new GlobPath(segments, reader))) ?? null;
}

class GlobPath {
  readonly segments: readonly string[];
  readonly #reader: GlobReader;

  constructor(segments: readonly string[], reader: GlobReader) {
    this.segments = withoutParents(segments);
    this.#reader = reader;
  }

  namesSecret(): boolean {
    return this.segments.some((segment, index) => this.#meets(segment, index, SECRETS) || this.#endsSecretPath(segment, index));
  }

  #endsSecretPath(last: string, index: number): boolean {
    return SECRET_PATHS.some((names) => this.#endsPath(names, index, (end) => this.#meets(last, index, [end])));
  }

  /**
   * The last segment decides, like that of any file; the folders before it only have to match. A wildcard for several folders matches all.
   */
  #endsPath(names: readonly NamePattern[], index: number, isEnd: (end: NamePattern) => boolean): boolean {
    const end = names.at(-1);
    if (end === undefined || !isEnd(end)) return false;
    const crosses = this.#reader.crossesFolders === true || this.segments.slice(0, index).some((segment) => /^\*{2,}$/.test(segment));
    if (crosses) return true;
    const first = index - names.length + 1;
    return first >= 0 && names.every((name, at) => meets(this.segments[first + at] ?? '', [name], this.#reader) !== 'no');
  }

  namesOwnSettings(): boolean {
    return this.segments.some((segment) => this.#isRecognised(segment, OWN_SETTINGS));
  }

  /** Inside git's folder, any word that matches its settings counts. */
  namesGitPasswords(): boolean {
    const { segments } = this;
    const git = segments.findIndex((segment) => this.#isRecognised(segment, GIT_FOLDER));
    return git !== -1 && segments.slice(git + 1).some((segment) => meets(segment, GIT_PASSWORDS, this.#reader) !== 'no');
  }

  protection(writes: boolean): Reason | null {
    const { segments } = this;
    // If nothing else guards them, any match counts, even of a folder on the way: `cd *` can enter node_modules.
    const mayBe = (segment: string, names: readonly NamePattern[]) => {
      const meeting = meets(segment, names, this.#reader);
      return meeting === 'spelled' || (meeting === 'broad' && !this.#reader.hasFileWall && !isSourcePath(segments.join('/')));
    };
    const folders = segments.filter((segment) => mayBe(segment, FOLDER_NAMES));
    if (folders.length > 0) for (const { names, why } of FOLDERS) if (folders.some((segment) => mayBe(segment, names))) return why;
    const last = segments.at(-1) ?? '';
    if (mayBe(last, FILE_NAMES)) for (const { names, why } of FILES) if (mayBe(last, names)) return why;
    const path = PROTECTED_PATHS.find(({ names }) =>
      segments.some((segment, index) => this.#endsPath(names, index, (end) => mayBe(segment, [end]))),
    );
    if (path !== undefined) return path.why;
    const manifest = isWild(last) ? meets(last, MANIFEST, this.#reader) : 'no';
    if (manifest === 'spelled' || (writes && manifest === 'broad' && !isSourcePath(segments.join('/'))))
      return because('it can change the scripts that npm runs');
    return this.namesSecret() ? FILE_MAY_HOLD_KEYS : null;
  }

  /**
   * Without a file wall, any match of the last segment counts, except for source extensions and source folders: no keys are kept in `src/*`
   * or `*.ts`. For folders on the way, only a deliberate match counts.
   */
  #meets(segment: string, index: number, names: readonly NamePattern[]): boolean {
    const meeting = meets(segment, names, this.#reader);
    if (meeting !== 'broad') return meeting === 'spelled';
    return (
      !this.#reader.hasFileWall && index === this.segments.length - 1 && !isSourceName(segment) && !isSourcePath(this.segments.join('/'))
    );
  }

  #isRecognised(segment: string, names: readonly NamePattern[]): boolean {
    return meets(segment, names, this.#reader) === 'spelled';
  }
}

/** Resolves `..` segments: `src/../*` is not in a source folder. */
function withoutParents(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return kept;
}

/** No file system allows longer names, so a longer word is not examined. In characters. */
const LONGEST_NAME = 255;
/** Maximum length of the pattern of one name, including brackets. In characters. */
const LONGEST_PATTERN = 2_000;
const KEPT = 1_000;
/** In order of precedence. */
const MEETINGS: readonly Meeting[] = ['spelled', 'broad'];
const rowsOf = new Map<string, GlobItem[][] | null>();
/** Cached results for the large tables, by segment and reader. */
const meetingsOf = new Map<readonly NamePattern[], Map<string, Meeting>>();

function meets(segment: string, names: readonly NamePattern[], reader: Partial<GlobReader>): Meeting {
  const text = names === SECRETS ? unescapedGlob(segment).toLowerCase() : '';
  if (names === SECRETS) {
    if (!isWild(segment)) return isSecretPath(text) ? 'spelled' : 'no';
    if (EXAMPLE_ENDINGS.some((ending) => text.endsWith(ending))) return 'no';
  }
  if (!LARGE.has(names)) return meetingOfAny(segment, names, reader);
  const known = meetingsOf.get(names) ?? new Map<string, Meeting>();
  meetingsOf.set(names, known);
  const key = `${reader.hasHidden === true}${reader.crossesFolders === true}${segment}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  // A pattern for a copy is also compared with the names of the original.
  const copy = names === SECRETS ? COPY_ENDINGS.find((ending) => text.endsWith(ending) && text.length > ending.length) : undefined;
  const written = [segment, ...(copy === undefined ? [] : [segment.slice(0, -copy.length)])];
  const meetings = written.map((each) => meetingOfAny(each, names, reader));
  const meeting = MEETINGS.find((each) => meetings.includes(each)) ?? 'no';
  if (known.size >= KEPT) known.clear();
  known.set(key, meeting);
  return meeting;
}

function meetingOfAny(
  segment: string,
  names: readonly NamePattern[],
  { hasHidden = false, crossesFolders = false }: Partial<GlobReader>,
): Meeting {
  if (segment.length > LONGEST_PATTERN) return 'spelled';
  let rows = rowsOf.get(segment);
  if (rows === undefined) {
    rows = globItems(segment);
    if (rowsOf.size >= KEPT) rowsOf.clear();
    rowsOf.set(segment, rows);
  }
  if (rows === null) return 'spelled';
  let found: Meeting = 'no';
  for (const row of rows) {
    if (row.filter(({ kind }) => kind === 'one').length > LONGEST_NAME) return 'spelled';
    for (const name of names) {
      const meeting = meetingOf(row, name, { hasHidden, crossesFolders });
      if (meeting === 'spelled') return meeting;
      if (meeting === 'broad') found = meeting;
    }
  }
  return found;
}
