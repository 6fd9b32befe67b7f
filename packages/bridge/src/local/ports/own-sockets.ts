import { readdir, readlink } from 'node:fs/promises';
import { type ProcessRow, processRows } from '../process/signal-session.ts';

/** Returns the inodes of all sockets of the processes of these sessions, and of those that they have started in other sessions (Linux). */
export async function ownSockets(sessions: ReadonlySet<number>): Promise<Set<string>> {
  const pids = ownProcesses(await processRows(), sessions);
  const found = await Promise.all(pids.map(socketsOf));
  return new Set(found.flat());
}

export function ownProcesses(rows: readonly ProcessRow[], sessions: ReadonlySet<number>): number[] {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  const isOwn = (row: ProcessRow | undefined, depth = 0): boolean => {
    if (row === undefined || depth > rows.length) return false;
    return sessions.has(row.session) || isOwn(byPid.get(row.parent), depth + 1);
  };
  return rows.filter((row) => isOwn(row)).map(({ pid }) => pid);
}

async function socketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  // The process may have ended, or belong to somebody else.
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
