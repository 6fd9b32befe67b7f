import type { Assignment } from 'unbash';
import { quoteForShell } from '../text/quote-for-shell.ts';
import { expandHereText } from './expand/expand-word.ts';
import type { Execution } from './state/execution.ts';

/** Implements `set -x`: writes one line to standard error, prefixed with `$PS4`. */
export async function traceLine(text: string, execution: Execution): Promise<void> {
  const { state, files, signal } = execution;
  const marker = state.variables.text('PS4') ?? '';
  const prefix = /[$`]/.test(marker) ? await expandHereText(marker, execution) : marker;
  // The first character is repeated for each nested shell.
  const nested = state.isSubstitution ? (prefix[0] ?? '') : '';
  await files.get(2)?.write(new TextEncoder().encode(`${nested}${prefix}${text}\n`), signal);
}

export async function traceCommand(argv: readonly string[], assignments: readonly Assignment[], execution: Execution): Promise<void> {
  const words = [...assignments.map((assignment) => assignment.text), ...argv.map((word) => quoteForShell(word))];
  await traceLine(words.join(' '), execution);
}
