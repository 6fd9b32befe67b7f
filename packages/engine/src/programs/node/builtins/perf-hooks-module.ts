import { loadRareClasses } from '../deferred/load-rare-classes.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

export function createPerfHooksModule(host: NodeHost): BuiltinExports {
  const { performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList } =
    globalThis;
  const extras = {
    timerify: (callback: unknown) => callback,
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
    nodeTiming: {
      name: 'node',
      entryType: 'node',
      startTime: 0,
      duration: 0,
      nodeStart: 0,
      bootstrapComplete: 0,
      loopStart: 0,
      loopExit: -1,
      idleTime: 0,
    },
  };
  for (const [name, value] of Object.entries(extras))
    if (!(name in performance)) Object.defineProperty(performance, name, { value, configurable: true, writable: true });
  return {
    performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    monitorEventLoopDelay: (options?: unknown) => new (loadRareClasses(host).IntervalHistogram)(host.timers, options),
    createHistogram: () => new (loadRareClasses(host).RecordableHistogram)(),
    constants: {},
  };
}
