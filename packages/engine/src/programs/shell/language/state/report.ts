import type { Execution } from './execution.ts';

/** A message of the shell itself: `jsh: message`. */
export async function report(execution: Execution, message: string): Promise<void> {
  const bytes = new TextEncoder().encode(`${messagePrefix(execution)}${message}\n`);
  // When nobody can read it there is nobody to tell.
  await execution.files
    .get(2)
    ?.write(bytes, execution.signal)
    .catch(() => undefined);
}

/** `jsh: `, with the line when there is more than one, and with the script's name in its place when one runs. */
export function messagePrefix({ state }: Execution): string {
  if (!state.isScriptFile && !state.source.trimEnd().includes('\n')) return 'jsh: ';
  return `${state.isScriptFile ? state.scriptName : 'jsh'}: line ${lineNumber(state.source, state.position)}: `;
}

export function lineNumber(source: string, position: number): number {
  let line = 1;
  for (let index = source.indexOf('\n'); index !== -1 && index < position; index = source.indexOf('\n', index + 1)) line += 1;
  return line;
}
