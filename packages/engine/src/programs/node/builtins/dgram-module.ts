import datagramsFile from 'deferred:datagrams';
import type { createDatagrams, DatagramModules } from '../deferred/datagrams.ts';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

/** `dgram`, between processes of this container. */
export function createDgramModule(host: NodeHost): BuiltinExports {
  // What the part exports.
  const part = loadDeferred(host, 'datagrams', datagramsFile) as { createDatagrams: typeof createDatagrams };
  const { createServer, connect } = host.builtin('net');
  const fs = host.builtin('fs') as { mkdirSync(path: string, options: object): void; rmSync(path: string, options: object): void };
  // The builtins' own functions, as far as the part uses them.
  const given = { createServer, connect } as unknown as DatagramModules;
  return part.createDatagrams({
    ...given,
    makeFolder: (path) => fs.mkdirSync(path, { recursive: true }),
    remove: (path) => fs.rmSync(path, { force: true }),
    nextTick: (callback) => host.loop.nextTick(callback, []),
  });
}
