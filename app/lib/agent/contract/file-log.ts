import type { ContentHash } from '../../protocol/ids.ts';
import type { FileRecordEvent } from '../../protocol/journal-event.ts';

/** What has become of a file, once. */
export interface FileLogEntry {
  path: string;
  /** null: it was not there; undefined: not known. */
  before: ContentHash | null | undefined;
  /** null: it is gone. */
  after: ContentHash | null;
  by: FileRecordEvent['by'];
}

/** Everything that has happened to files in a task, the newest first. A list, not a table: a command may write 20 000 files. */
export type FileLog = { entry: FileLogEntry; earlier: FileLog; count: number } | null;

/** What all of it has come to for one file. */
export interface NetChange {
  path: string;
  kind: 'created' | 'modified' | 'deleted';
  /** A tool of the agent, or a user, wrote it once; else only programs did. */
  by: FileRecordEvent['by'];
}

export function withFileEntry(log: FileLog, event: FileRecordEvent): FileLog {
  const after = event.type === 'file-changed' ? event.hash : null;
  return { entry: { path: event.path, before: event.before, after, by: event.by }, earlier: log, count: countOf(log) + 1 };
}

export function countOf(log: FileLog): number {
  return log?.count ?? 0;
}

/** From the oldest to the newest, without the first `skipped`. */
export function entriesAfter(log: FileLog, skipped: number): FileLogEntry[] {
  const entries: FileLogEntry[] = [];
  for (let at = log; at !== null && at.count > skipped; at = at.earlier) entries.push(at.entry);
  return entries.reverse();
}

/** What has changed, file by file, in the order of the first change; what is again as it was is left out. */
export function netChanges(entries: readonly FileLogEntry[]): NetChange[] {
  const files = new Map<string, { first: FileLogEntry; last: FileLogEntry; by: FileLogEntry['by'] }>();
  for (const entry of entries) {
    const known = files.get(entry.path);
    files.set(entry.path, { first: known?.first ?? entry, last: entry, by: strongest(known?.by, entry.by) });
  }
  return [...files].flatMap(([path, { first, last, by }]): NetChange[] => {
    if (first.before !== undefined && first.before === last.after) return [];
    if (last.after === null) return [{ path, kind: 'deleted', by }];
    return [{ path, kind: first.before === null ? 'created' : 'modified', by }];
  });
}

/** A file that the agent has written is the agent's, whoever touched it too. */
function strongest(known: FileLogEntry['by'] | undefined, by: FileLogEntry['by']): FileLogEntry['by'] {
  if (known === 'agent' || by === 'agent') return 'agent';
  return known === 'runtime' || by === 'runtime' ? 'runtime' : 'person';
}
