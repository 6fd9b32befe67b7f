import type { Page } from '@playwright/test';

/** Runs a program of the container to its end and returns the duration in milliseconds. Throws if the program fails. */
export async function timeOnEngine(page: Page, file: string, args: readonly string[]): Promise<number> {
  const ran = await page.evaluate(
    async ({ file, args }) => {
      await booted();
      const startedAt = performance.now();
      const { exitCode, output } = await runToEnd(file, args);
      return { milliseconds: performance.now() - startedAt, exitCode, output };
    },
    { file, args: [...args] },
  );
  if (ran.exitCode !== 0)
    throw new Error(`${file} ${args.join(' ')} ended with ${ran.exitCode} on the engine:\n${ran.output.slice(-2000)}`);
  return ran.milliseconds;
}
