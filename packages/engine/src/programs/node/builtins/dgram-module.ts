import datagramsFile from 'deferred:datagrams';
import type { createDatagrams, DatagramModules } from '../deferred/datagrams.ts';
import { loadDeferred } from '../deferred/load-deferred.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

/** Creates `dgram`, which works between processes of this container. */
export function createDgramModule(host: NodeHost): BuiltinExports {
  const part = loadDeferred(host, 'datagrams', datagramsFile) as { createDatagrams: typeof createDatagrams };
  const { createServer, connect } = host.builtin('net');
  const fs = host.builtin('fs') as { mkdirSync(path: string, options: object): void; rmSync(path: string, options: object): void };
  // The functions of the builtins that the part uses.
  const given = { createServer, connect } as unknown as DatagramModules;
  return part.createDatagrams({
    ...given,
    makeFolder: (path) => fs.mkdirSync(path, { recursive: true }),
    remove: (path) => fs.rmSync(path, { force: true }),
    nextTick: (callback) => host.loop.nextTick(callback, []),
  });
}
