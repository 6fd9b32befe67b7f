import opensslFile from 'deferred:openssl-command';
import pythonFile from 'deferred:python-command';
import sqliteShellFile from 'deferred:sqlite-shell';
import sqliteFile from '@sqlite.org/sqlite-wasm/sqlite3.wasm';
import { loadDeferred } from './deferred/load-deferred.ts';
import type { RunTool } from './deferred/tool-host.ts';
import type { NodeRuntime } from './node-runtime.ts';

/** Commands that need Node's modules, by name. Each is a part that is loaded when it runs. */
const tools: ReadonlyMap<string, { part: string; file: string | Uint8Array }> = new Map([
  ['python3', { part: 'python-command', file: pythonFile }],
  ['sqlite3', { part: 'sqlite-shell', file: sqliteShellFile }],
  ['openssl', { part: 'openssl-command', file: opensslFile }],
]);

/** Returns the command that Node's program was started as, or null for Node itself. */
export function toolOf(args: readonly string[]): string | null {
  const name = (args[0] ?? '').split('/').at(-1) ?? '';
  return tools.has(name) ? name : null;
}

export async function runTool(runtime: NodeRuntime, name: string): Promise<number> {
  const { host, process, context } = runtime;
  const tool = tools.get(name);
  if (tool === undefined) return 127;
  runtime.start(async () => {
    // The type of the part's exports.
    const { run } = loadDeferred(host, tool.part, tool.file) as { run: RunTool };
    const exitCode = await run({ node: host, args: context.args.slice(1), sqliteFile });
    host.loop.run(() => {
      process.exitCode = exitCode;
    });
  });
  return runtime.ended;
}
