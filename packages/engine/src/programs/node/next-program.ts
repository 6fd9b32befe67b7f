import nextCommandLineFile from 'deferred:next-command-line';
import { loadDeferred } from './deferred/load-deferred.ts';
import type { SettledCommandLine } from './deferred/next-command-line.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** The end of the path of Next's program, wherever it is installed. */
export const NEXT_PROGRAM = '/next/dist/bin/next';

/** Adjusts the command line of Next's program before it runs. Returns the text for standard error. */
export function leaveTurbopack({ host, process, loader }: NodeRuntime, main: string): string {
  // The export of that file.
  const part = loadDeferred(host, 'next-command-line', nextCommandLineFile) as typeof import('./deferred/next-command-line.ts');
  const manifest: unknown = loader.createVirtualModule('internal-next').require(main.replace(/dist\/bin\/next$/, 'package.json'));
  const version = manifest instanceof Object && 'version' in manifest ? String(manifest.version) : '';
  const { args, note }: SettledCommandLine = part.settleNextCommandLine(version, process.argv.slice(2));
  if (note === null) return '';
  process.argv.splice(2, process.argv.length, ...args);
  delete host.context.env.TURBOPACK;
  return `${note}\n`;
}
