import type { ChildProcess } from '../builtins/child-process/child-process.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { execArguments, execFileArguments, forkArguments } from './child-process/call-arguments.ts';
import { collectOutput } from './child-process/collect-output.ts';
import { checkWatched, watchChild } from './child-process/signals-and-limits.ts';
import { spawnArguments } from './child-process/spawn-request.ts';
import { createSyncCalls } from './child-process/spawn-sync.ts';

export { requestOf } from './child-process/spawn-request.ts';

/** Creates the functions of `child_process`. */
export function createCalls(host: NodeHost, Child: new () => ChildProcess): BuiltinExports {
  const spawn = (file: unknown, args?: unknown, options?: unknown): ChildProcess => {
    const settings = spawnArguments(host, file, args, options);
    const limits = checkWatched(settings.given);
    const child = new Child();
    child.spawn(settings.request);
    watchChild(host, child, limits);
    return child;
  };
  const execFile = (...args: unknown[]): ChildProcess => {
    const { file, args: words, options, callback } = execFileArguments(args);
    return collectOutput(host, { file, words, options, callback, spawn });
  };
  const exec = (...args: unknown[]): ChildProcess => {
    const { command, options, callback } = execArguments(args);
    return collectOutput(host, { file: command, words: [], options, callback, spawn });
  };
  const fork = (module: unknown, ...rest: unknown[]): ChildProcess => {
    const { execPath, words, options } = forkArguments(host, module, rest);
    return spawn(execPath, words, options);
  };
  return { spawn, exec, execFile, fork, ...createSyncCalls(host) };
}
