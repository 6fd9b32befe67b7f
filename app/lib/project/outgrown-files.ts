import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { KnownFiles } from './known-files.ts';

/** A file with no write for this long is assumed to be complete. In milliseconds. */
const QUIET_MS = 2_000;
/** Above this number, files without recent writes are forgotten. */
const MANY = 1_000;

interface Whole {
  hash: ContentHash;
  isExecutable: boolean;
}

interface Stretch {
  /** The version before these writes; null if there was no file. */
  before: Whole | null;
  lastAt: number;
}

/**
 * Files that have grown past the size limit of the journal. A version may be recorded while a program is still writing: if the
 * file then turns out to be too large, a reload must not restore half of it.
 */
export class OutgrownFiles {
  readonly #now: () => number;
  readonly #stretches = new Map<string, Stretch>();
  readonly #noted = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that a program has written to the file. */
  noteWrite(path: string, known: KnownFiles): void {
    const now = this.#now();
    const stretch = this.#stretches.get(path);
    if (stretch !== undefined && now - stretch.lastAt < QUIET_MS) {
      stretch.lastAt = now;
      return;
    }
    if (this.#stretches.size >= MANY) {
      for (const [each, { lastAt }] of this.#stretches) if (now - lastAt >= QUIET_MS) this.#stretches.delete(each);
    }
    this.#stretches.set(path, { before: wholeOf(path, known), lastAt: now });
  }

  /** The version to keep of a file that has become too large: the one before the writes began. `same`: the journal already has it. */
  async lastWhole(path: string, known: KnownFiles, read: Read): Promise<'same' | 'none' | (Whole & { content: Uint8Array })> {
    const before = this.#stretches.get(path)?.before;
    const now = known.versions.get(path);
    if (before === undefined || before?.hash === now) return 'same';
    const content = before === null || linkTargetOf(before.hash) !== null ? null : await read(before.hash);
    return before === null || content === null ? 'none' : { ...before, content };
  }

  /** True only the first time, so that the user is notified once. */
  isNews(path: string): boolean {
    const isNews = !this.#noted.has(path);
    this.#noted.add(path);
    return isNews;
  }

  /** The file is small enough again. */
  forget(path: string): void {
    this.#noted.delete(path);
  }

  clear(): void {
    this.#stretches.clear();
    this.#noted.clear();
  }
}

type Read = (hash: ContentHash) => Promise<Uint8Array | null>;

function wholeOf(path: string, known: KnownFiles): Whole | null {
  const hash = known.versions.get(path);
  return hash === undefined ? null : { hash, isExecutable: known.standingOf(path)?.isExecutable === true };
}
