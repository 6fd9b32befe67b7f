import type { Execution } from './execution.ts';

/** Writes a message of the shell itself: `jsh: message`. */
export async function report(execution: Execution, message: string): Promise<void> {
  const bytes = new TextEncoder().encode(`${messagePrefix(execution)}${message}\n`);
  // If standard error is not readable, the message is lost.
  await execution.files
    .get(2)
    ?.write(bytes, execution.signal)
    .catch(() => undefined);
}

/** Returns `jsh: `, with the line number if there is more than one line, and with a script's name in place of `jsh`. */
export function messagePrefix({ state }: Execution): string {
  if (!state.isScriptFile && !state.source.trimEnd().includes('\n')) return 'jsh: ';
  return `${state.isScriptFile ? state.scriptName : 'jsh'}: line ${lineNumber(state.source, state.position)}: `;
}

export function lineNumber(source: string, position: number): number {
  let line = 1;
  for (let index = source.indexOf('\n'); index !== -1 && index < position; index = source.indexOf('\n', index + 1)) line += 1;
  return line;
}
