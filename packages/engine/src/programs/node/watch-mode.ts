import watchModeFile from 'deferred:watch-mode';
import type { ProgramContext } from '../../abi/program.ts';
import type { CommandLine } from './command-line.ts';
import { loadDeferred } from './deferred/load-deferred.ts';
import type { startWatching } from './deferred/watch-mode.ts';
import { NodeRuntime } from './node-runtime.ts';

/** Runs `node --watch`: a process that starts the program repeatedly in another process. */
export function runWatched(context: ProgramContext, line: CommandLine): Promise<number> {
  const runtime = new NodeRuntime(context, { argv: [], execArgv: [] });
  runtime.start(() => {
    // The type of the part's exports.
    const part = loadDeferred(runtime.host, 'watch-mode', watchModeFile) as { startWatching: typeof startWatching };
    const end = part.startWatching(runtime.host, line);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) runtime.process.on(signal, () => end(signal, () => void runtime.process.exit(0)));
    return null;
  });
  return runtime.ended;
}
