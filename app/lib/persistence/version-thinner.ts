import type { ChatId, ContentHash } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';

/** Of a file that a program keeps writing while nothing else happens, one version is kept of so long. Milliseconds. */
const KEPT_EVERY_MS = 15 * 60_000;

/** A version of which nothing is needed any more: what its record says, since another record may have its number by now. */
export interface ThinnedVersion {
  sequence: number;
  path: string;
  hash: ContentHash;
}

interface Written extends ThinnedVersion {
  at: number;
  /** It stays, whatever follows it. */
  isKept: boolean;
}

/**
 * Finds the versions that nobody can go back to: those that a program wrote between two others of it with nothing between them but more of
 * what programs write. A task, a step, a call, a message, a command of the user or another author's change keeps what a file was then; of the
 * rest the first and one of a quarter of an hour stay.
 */
export class VersionThinner {
  /** By chat, by path: the newest version, where a program wrote it and nothing has happened since. */
  readonly #newest = new Map<ChatId, Map<string, Written>>();
  readonly #keptAt = new Map<string, number>();

  /** Call it with each record that is appended. Answers with the record whose version is no longer needed; null: all are. */
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
