import { notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createSerializerExports } from './serializer-classes.ts';

export function createV8Module(host: NodeHost): BuiltinExports {
  const memory = () => (host.builtin('process').memoryUsage as () => { heapTotal: number; heapUsed: number })();
  return {
    ...createSerializerExports(),
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
