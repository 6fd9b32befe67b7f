import type { ContentHash } from '../../protocol/ids.ts';
import type { FileRecordEvent } from '../../protocol/journal-event.ts';

/** A single change of a file. */
export interface FileLogEntry {
  path: string;
  /** Null if the file did not exist; undefined if unknown. */
  before: ContentHash | null | undefined;
  /** Null if the file was deleted. */
  after: ContentHash | null;
  by: FileRecordEvent['by'];
}

/** All file changes of a task, newest first. A linked list rather than a table, because a command may write 20 000 files. */
export type FileLog = { entry: FileLogEntry; earlier: FileLog; count: number } | null;

/** The net effect of all changes on one file. */
export interface NetChange {
  path: string;
  kind: 'created' | 'modified' | 'deleted';
  /** `agent` if a tool of the agent ever wrote it, otherwise whoever wrote it; `runtime` counts before the user. */
  by: FileRecordEvent['by'];
}

export function withFileEntry(log: FileLog, event: FileRecordEvent): FileLog {
  const after = event.type === 'file-changed' ? event.hash : null;
  return { entry: { path: event.path, before: event.before, after, by: event.by }, earlier: log, count: countOf(log) + 1 };
}

export function countOf(log: FileLog): number {
  return log?.count ?? 0;
}

/** Returns the entries from oldest to newest, without the first `skipped`. */
export function entriesAfter(log: FileLog, skipped: number): FileLogEntry[] {
  const entries: FileLogEntry[] = [];
  for (let at = log; at !== null && at.count > skipped; at = at.earlier) entries.push(at.entry);
  return entries.reverse();
}

/** Returns the net change of each file, in order of the first change; files with their original content are omitted. */
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

/** A file that the agent has written counts as the agent's, no matter who else changed it. */
function strongest(known: FileLogEntry['by'] | undefined, by: FileLogEntry['by']): FileLogEntry['by'] {
  if (known === 'agent' || by === 'agent') return 'agent';
  return known === 'runtime' || by === 'runtime' ? 'runtime' : 'user';
}
