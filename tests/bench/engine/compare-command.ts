import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { median } from './median.ts';
import { runNative } from './run-native.ts';
import { timeOnEngine } from './time-on-engine.ts';

export interface ComparedCommand {
  /** The prefix of the figures' keys. */
  label: string;
  /** A command in the project's `node_modules/.bin`. */
  command: string;
  args: readonly string[];
  page: Page;
  /** The folder of the same project on this machine's disk. */
  folder: string;
  rounds: number;
}

/**
 * Runs a command of a project on the engine and natively, alternating. The first run of each is reported separately: on the engine it fills
 * the parsing caches, natively those of the operating system.
 */
export async function compareCommand({ label, command, args, page, folder, rounds }: ComparedCommand): Promise<Record<string, number>> {
  const onEngine = () => timeOnEngine(page, `node_modules/.bin/${command}`, args);
  const natively = () => runNative(join(folder, 'node_modules/.bin', command), args, { cwd: folder });
  const firstNative = await natively();
  const first = await onEngine();
  const engine: number[] = [];
  const native: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    engine.push(await onEngine());
    native.push(await natively());
  }
  return {
    [`${label}FirstMs`]: first,
    [`${label}FirstNativeMs`]: firstNative,
    [`${label}Ms`]: median(engine),
    [`${label}NativeMs`]: median(native),
    [`${label}Ratio`]: median(engine) / median(native),
  };
}
