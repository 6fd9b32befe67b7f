import { atom, computed } from 'nanostores';
import type { Glance } from '../protocol/editor/glance.ts';

export interface FileEntry {
  kind: 'file' | 'directory';
  /** Compared to the start of the run: added, modified or unchanged. */
  change: 'added' | 'modified' | 'none';
  /** Excluded by .gitignore. */
  isIgnored?: true;
  /** Target of a symbolic link. */
  linkTo?: string;
}

/** The project's files and folders by path (`src/App.tsx`), without node_modules and .git. */
export const $files = atom<ReadonlyMap<string, FileEntry>>(new Map());

/** Whether the tree shows files that .gitignore excludes. */
export const $showsIgnored = atom(true);
/** The tree scrolls to this path and then clears it. */
export const $revealedPath = atom<string | null>(null);

/** A file open in the editor. `text` is the editor's text, `savedText` the one in the runtime. */
export interface OpenFile {
  path: string;
  savedText: string;
  text: string;
  /** The agent is writing it: the text grows and is read-only. */
  isBeingWritten: boolean;
  /** It cannot be shown as text. */
  isBinary: boolean;
  /** The saved file was changed elsewhere since the user began to type; `base`: its text at that time. */
  conflict?: { base: string };
  /** The content of a file that is not text. */
  bytes?: Uint8Array;
  /** A file of an installed package or of TypeScript itself, which is read-only. */
  isReadOnly?: true;
}

/** By path. A Map, because paths come from models and an object has inherited keys (`constructor`). */
export const $openFiles = atom<ReadonlyMap<string, OpenFile>>(new Map());
/** Paths of the tabs, in order. */
export const $tabs = atom<readonly string[]>([]);
export const $activeTab = atom<string | null>(null);

/** A place in a file: lines start at 1, columns at 0. `length`: number of selected characters from there. */
export interface FilePlace {
  line: number;
  column?: number | undefined;
  length?: number | undefined;
}

/** The place to which the editor moves next; the editor clears it. */
export const $filePlace = atom<(FilePlace & { path: string }) | null>(null);

/** The last position of the caret, and its file. Lines and columns start at 1, as displayed. */
export const $caretPlace = atom<{ path: string; line: number; column: number } | null>(null);

/** Asks the editor to open its find panel; the editor resets it. */
export const $isFindAsked = atom(false);

/** Asks to format the open file; the editor resets it. */
export const $isFormatAsked = atom(false);

/** The place of the open file that is being previewed; taken by the editor. */
export const $glance = atom<Glance | null>(null);

/** Recently viewed files of this project, newest first. */
export const $recentFiles = atom<readonly string[]>([]);

export type FileStanding = 'saved' | 'unsaved' | 'being-written';

/** The states of the open files by path. The Map stays the same while a file's text only grows, so that tabs and tree are not redrawn. */
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
