import type { Execution } from './execution.ts';

/** A message of the shell itself: `jsh: message`. */
export async function report(execution: Execution, message: string): Promise<void> {
  const bytes = new TextEncoder().encode(`jsh: ${message}\n`);
  // When nobody can read it there is nobody to tell.
  await execution.files
    .get(2)
    ?.write(bytes, execution.signal)
    .catch(() => undefined);
}
