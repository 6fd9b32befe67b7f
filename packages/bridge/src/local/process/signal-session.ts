import { readdir, readFile } from 'node:fs/promises';
import type { ProcessSignal } from '../../machine/machine.ts';
import type { ProcessRow } from '../../machine/own-processes.ts';

export interface LocalProcessRow extends ProcessRow {
  /** The group in the foreground of its terminal; -1 without one. */
  terminalGroup: number;
}

/** Signals the process group that `pid` leads, and on Linux the other groups of its session: jobs of an interactive shell have their own. */
export async function signalSession(pid: number, signal: ProcessSignal, platform: NodeJS.Platform): Promise<void> {
  signalQuietly(-pid, signal);
  if (platform !== 'linux' || signal === 'SIGINT') return;
  for (const row of await processRows()) if (row.session === pid) signalQuietly(row.pid, signal);
}

/** The processes of this computer, by `/proc`. */
export async function processRows(): Promise<LocalProcessRow[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').then(parseProcessRow, () => null)));
  return rows.filter((row) => row !== null);
}

/**
 * Resolves when a process that was just forked has its terminal, or has ended: what is typed for it, and a signal for its group, would be
 * lost before that. Other systems than Linux do not tell.
 */
export async function untilHasTerminal(pid: number, platform: NodeJS.Platform): Promise<void> {
  if (platform !== 'linux') return;
  for (;;) {
    const row = await readFile(`/proc/${pid}/stat`, 'utf8').then(parseProcessRow, () => null);
    if (row === null || row.terminalGroup > 0 || row.session === 0) return;
  }
}

/** Parses `/proc/N/stat`, whose second field, a name in brackets, may contain anything. */
export function parseProcessRow(text: string): LocalProcessRow | null {
  const [, parent, , session, , terminalGroup] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const pid = Number.parseInt(text, 10);
  if (parent === undefined || session === undefined || terminalGroup === undefined || Number.isNaN(pid)) return null;
  return { pid, parent, session, terminalGroup };
}

function signalQuietly(pid: number, signal: ProcessSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, which is what a signal is for.
  }
}
