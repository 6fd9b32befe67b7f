/** A row of the table of all processes. */
export interface ProcessRow {
  pid: number;
  parent: number;
  session: number;
}

/** Returns the processes of these sessions, and those that they have started, with the session that they come from. */
export function ownProcesses(rows: readonly ProcessRow[], sessions: ReadonlySet<number>): Map<number, number> {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const originOf = (row: ProcessRow | undefined, depth = 0): number | null => {
    if (row === undefined || depth > rows.length) return null;
    if (sessions.has(row.session)) return row.session;
    // Some systems do not give a started process its own session.
    return sessions.has(row.pid) ? row.pid : originOf(byPid.get(row.parent), depth + 1);
  };
  const own = new Map<number, number>();
  for (const row of rows) {
    const session = originOf(row);
    if (session !== null) own.set(row.pid, session);
  }
  return own;
}
