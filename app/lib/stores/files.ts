import { atom, computed } from 'nanostores';
import type { Glance } from '../protocol/editor/glance.ts';

export interface FileEntry {
  kind: 'file' | 'directory';
  /** Against the state at the start of the run: added, modified, or as it was. */
  change: 'added' | 'modified' | 'none';
  /** .gitignore leaves it out. */
  isIgnored?: true;
  /** It is a symbolic link, and leads there. */
  linkTo?: string;
}

/** The project's tree by path (`src/App.tsx`), folders too; without node_modules and .git. */
export const $files = atom<ReadonlyMap<string, FileEntry>>(new Map());

/** Whether the tree shows what .gitignore leaves out. */
export const $showsIgnored = atom(true);
/** The tree goes to the row of this path, and takes it from here. */
export const $revealedPath = atom<string | null>(null);

/** A file open in the editor. `text` is what the editor shows, `savedText` what the runtime holds. */
export interface OpenFile {
  path: string;
  savedText: string;
  text: string;
  /** The agent is writing it: the text grows and cannot be edited. */
  isBeingWritten: boolean;
  /** It cannot be shown as text. */
  isBinary: boolean;
  /** What is saved has been changed by another since the user began to type; `base`: what it was then. */
  conflict?: { base: string };
  /** Of a file that is no text: what it holds. */
  bytes?: Uint8Array;
  /** Of an installed package, or of TypeScript itself: to be read. */
  isReadOnly?: true;
}

/** By path. A Map, as paths come from models and an object has keys of its own (`constructor`). */
export const $openFiles = atom<ReadonlyMap<string, OpenFile>>(new Map());
/** Paths of the tabs, in their order. */
export const $tabs = atom<readonly string[]>([]);
export const $activeTab = atom<string | null>(null);

/** Where in a file: lines count from 1, columns from 0. `length`: characters from there that are selected. */
export interface FilePlace {
  line: number;
  column?: number | undefined;
  length?: number | undefined;
}

/** The place of a file that the editor goes to next; it takes it from here. */
export const $filePlace = atom<(FilePlace & { path: string }) | null>(null);

/** Where the caret was put last, and in which file. Lines and columns count from 1, as they are shown. */
export const $caretPlace = atom<{ path: string; line: number; column: number } | null>(null);

/** The editor opens its panel that finds in the file, and takes this back. */
export const $isFindAsked = atom(false);

/** The open file is formatted; the editor takes this back. */
export const $isFormatAsked = atom(false);

/** The place of the open file that is being chosen; the editor takes it from here. */
export const $glance = atom<Glance | null>(null);

/** Of this project, the newest first: what was looked at. */
export const $recentFiles = atom<readonly string[]>([]);

export type FileStanding = 'saved' | 'unsaved' | 'being-written';

/** The states of the open files, by path. Stays the same Map while a file's text only grows, so that tabs and tree rest meanwhile. */
export const $fileStandings = computed($openFiles, keepWhileEqual(standingsOf));

function standingsOf(files: ReadonlyMap<string, OpenFile>): ReadonlyMap<string, FileStanding> {
  const standing = ({ isBeingWritten, text, savedText }: OpenFile): FileStanding =>
    isBeingWritten ? 'being-written' : text === savedText ? 'saved' : 'unsaved';
  return new Map([...files].map(([path, file]) => [path, standing(file)]));
}

function keepWhileEqual<Input, Key, Value>(make: (input: Input) => ReadonlyMap<Key, Value>): (input: Input) => ReadonlyMap<Key, Value> {
  let kept: ReadonlyMap<Key, Value> = new Map();
  return (input) => {
    const made = make(input);
    const isEqual = made.size === kept.size && [...made].every(([key, value]) => kept.get(key) === value);
    if (!isEqual) kept = made;
    return kept;
  };
}
