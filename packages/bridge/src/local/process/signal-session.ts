import { readdir, readFile } from 'node:fs/promises';
import type { ProcessSignal } from '../../machine/machine.ts';
import type { ProcessRow } from '../../machine/own-processes.ts';

export interface LocalProcessRow extends ProcessRow {
  /** The group in the foreground of its terminal; -1 without one. */
  terminalGroup: number;
}

/**
 * Signals the process group that `pid` leads. On Linux it also signals the other groups of its session, because jobs of
 * an interactive shell have groups of their own.
 */
export async function signalSession(pid: number, signal: ProcessSignal, platform: NodeJS.Platform): Promise<void> {
  signalQuietly(-pid, signal);
  if (platform !== 'linux' || signal === 'SIGINT') return;
  for (const row of await processRows()) if (row.session === pid) signalQuietly(row.pid, signal);
}

/** The processes of this computer, read from `/proc`. */
export async function processRows(): Promise<LocalProcessRow[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').then(parseProcessRow, () => null)));
  return rows.filter((row) => row !== null);
}

/**
 * Resolves when a process that was just forked has its terminal, or has ended: before that, input and signals to its
 * group would be lost. Only Linux reports this.
 */
export async function untilHasTerminal(pid: number, platform: NodeJS.Platform): Promise<void> {
  if (platform !== 'linux') return;
  for (;;) {
    const row = await readFile(`/proc/${pid}/stat`, 'utf8').then(parseProcessRow, () => null);
    if (row === null || row.terminalGroup > 0 || row.session === 0) return;
  }
}

/** Parses `/proc/N/stat`. Its second field, a name in parentheses, may contain any characters. */
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
    // The process has already ended, so no signal is needed.
  }
}
