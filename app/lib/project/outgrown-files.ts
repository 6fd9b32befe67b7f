import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { KnownFiles } from './known-files.ts';

/** A file that nothing has written to for so long is whole, for all that can be known. Milliseconds. */
const QUIET_MS = 2_000;
/** So many are remembered before those that are quiet are forgotten. */
const MANY = 1_000;

interface Whole {
  hash: ContentHash;
  isExecutable: boolean;
}

interface Stretch {
  /** What was known of it before; null: no file was there. */
  before: Whole | null;
  lastAt: number;
}

/**
 * Files that have become larger than what is kept of one. What a program writes in one go is recorded in the middle of it, too: where the
 * file turns out to be too large, half of it must not be what a reload finds.
 */
export class OutgrownFiles {
  readonly #now: () => number;
  readonly #stretches = new Map<string, Stretch>();
  readonly #noted = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A program has written to it. */
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

  /** What is to be known of a file that has become too large: what was there before it was written to. `same`: that is known already. */
  async lastWhole(path: string, known: KnownFiles, read: Read): Promise<'same' | 'none' | (Whole & { content: Uint8Array })> {
    const before = this.#stretches.get(path)?.before;
    const now = known.versions.get(path);
    if (before === undefined || before?.hash === now) return 'same';
    const content = before === null || linkTargetOf(before.hash) !== null ? null : await read(before.hash);
    return before === null || content === null ? 'none' : { ...before, content };
  }

  /** True the first time: the user is notified once. */
  isNews(path: string): boolean {
    const isNews = !this.#noted.has(path);
    this.#noted.add(path);
    return isNews;
  }

  /** It is small enough again. */
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
