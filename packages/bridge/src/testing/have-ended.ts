import { readFileSync } from 'node:fs';

/** Resolves when these processes of this computer have ended: the kernel ends one a moment after its signal. */
export async function haveEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise((resolve) => setImmediate(resolve));
}

/** A process that has ended and that nobody has asked for yet does not run. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // There is no such process.
    return false;
  }
}
