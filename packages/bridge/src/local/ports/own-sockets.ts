import { readdir, readlink } from 'node:fs/promises';
import { ownProcesses } from '../../machine/own-processes.ts';
import { processRows } from '../process/signal-session.ts';

/**
 * Returns the inodes of the sockets of these sessions' processes, and of processes that those have started in other
 * sessions; each with the session it comes from (Linux).
 */
export async function ownSockets(sessions: ReadonlySet<number>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const look = async ([pid, session]: [number, number]): Promise<void> => {
    for (const inode of await socketsOf(pid)) found.set(inode, session);
  };
  await Promise.all([...ownProcesses(await processRows(), sessions)].map(look));
  return found;
}

async function socketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  // The process may have ended, or belong to another user.
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
