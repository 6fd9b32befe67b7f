import { partsOf } from './decide-command.ts';
import { lookOf } from './programs/only-looks.ts';

/** Returns true if the command only reads, lists, measures, prints or waits, so that it may run even after a failed write. */
export function looksOnly(command: string, cwd: string | null, projectRoot: string): boolean {
  const parts = partsOf(command, cwd === null ? null : [cwd], projectRoot);
  return typeof parts !== 'string' && parts.every((part) => lookOf(part, true) !== 'more');
}
