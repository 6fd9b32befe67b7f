import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';

/** If only this file is written again and again, one version is kept in each period of this length. In milliseconds. */
const KEPT_EVERY_MS = 15 * 60_000;

/** A version that is no longer needed, as its record describes it: another record may have its number by now. */
export interface ThinnedVersion {
  sequence: number;
  path: string;
  hash: ContentHash;
}

interface Written extends ThinnedVersion {
  at: number;
  /** This version is kept, whatever follows. */
  isKept: boolean;
}

/**
 * Finds versions that nobody can restore: those that a program wrote between two other versions of the same file, with only more
 * writes of programs in between. A task, step, call, message, user command or change by another author keeps the current version;
 * of the rest, the first and one per quarter of an hour are kept.
 */
export class VersionThinner {
  /** The newest version by chat and path, if a program wrote it and nothing has happened since. */
  readonly #newest = new Map<ChatId, Map<string, Written>>();
  readonly #keptAt = new Map<string, number>();

  /** Must be called with each appended record. Returns the record whose version is no longer needed; null if all are. */
  appended({ chatId, sequence, at, event }: JournalRecord): ThinnedVersion | null {
    if (event.type !== 'file-changed' && event.type !== 'file-removed') {
      this.#newest.delete(chatId);
      return null;
    }
    const files = this.#newest.get(chatId) ?? new Map<string, Written>();
    this.#newest.set(chatId, files);
    const before = files.get(event.path);
    files.delete(event.path);
    if (event.type === 'file-removed' || event.by !== 'runtime') return null;
    const key = JSON.stringify([chatId, event.path]);
    const isKept = before === undefined || at - (this.#keptAt.get(key) ?? 0) >= KEPT_EVERY_MS;
    if (isKept) this.#keptAt.set(key, at);
    files.set(event.path, { sequence, path: event.path, hash: event.hash, at, isKept });
    return before === undefined || before.isKept ? null : before;
  }
}
