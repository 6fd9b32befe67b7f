import { Buffer } from '../base/buffer-class.ts';
import { notSupported } from '../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { decodeValue, encodeValue } from './value-codec.ts';

export function createV8Module(host: NodeHost): BuiltinExports {
  const memory = () => (host.builtin('process').memoryUsage as () => { heapTotal: number; heapUsed: number })();
  return {
    // Not V8's own format: what one call wrote the other reads, also in another process of this engine.
    serialize: (value: unknown) => Buffer.from(encodeValue(value)),
    deserialize: (bytes: Uint8Array) => decodeValue(new TextDecoder().decode(bytes)),
    cachedDataVersionTag: () => 0,
    getHeapStatistics: () => {
      const { heapTotal, heapUsed } = memory();
      return {
        total_heap_size: heapTotal,
        used_heap_size: heapUsed,
        heap_size_limit: 4 * 1024 ** 3,
        total_available_size: 4 * 1024 ** 3,
        malloced_memory: 0,
      };
    },
    getHeapSpaceStatistics: () => [],
    getHeapCodeStatistics: () => ({}),
    setFlagsFromString: () => {},
    takeCoverage: () => {},
    stopCoverage: () => {},
    startupSnapshot: { isBuildingSnapshot: () => false },
    getHeapSnapshot: () => {
      throw notSupported('v8.getHeapSnapshot', "use the browser's own tools");
    },
  };
}
