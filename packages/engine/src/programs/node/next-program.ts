import nextCommandLineFile from 'deferred:next-command-line';
import { loadDeferred } from './deferred/load-deferred.ts';
import type { SettledCommandLine } from './deferred/next-command-line.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** How the path of Next's own program ends, wherever it is installed. */
export const NEXT_PROGRAM = '/next/dist/bin/next';

/** Settles the command line of Next's program before it runs; the answer is for the error output. */
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
