import { monotonicNow } from '../base/monotonic-now.ts';
import { loadRareClasses } from '../deferred/load-rare-classes.ts';
import { invalidArgumentType } from '../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

/** V8's kinds and flags of garbage collections, none of which is reported here. */
const constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};

interface Utilization {
  idle: number;
  active: number;
  utilization: number;
}

/** The browser does not report when a worker idles, so all of its time counts as active. */
function eventLoopUtilization(first?: Utilization, second?: Utilization): Utilization {
  if (first !== undefined && second !== undefined) {
    const active = first.active - second.active;
    return { idle: 0, active, utilization: active > 0 ? 1 : 0 };
  }
  const active = monotonicNow() - (first?.active ?? 0);
  return { idle: 0, active, utilization: 1 };
}

type Timed = (this: unknown, ...args: unknown[]) => unknown;

/** Wraps a function so that the duration of each call is recorded in a histogram. */
function timerify(callback: unknown, options: { histogram?: { record(value: number): void } } = {}): Timed {
  if (typeof callback !== 'function') throw invalidArgumentType('fn', 'of type function', callback);
  const { histogram } = options;
  const timed = function (this: unknown, ...args: unknown[]): unknown {
    const startedAt = monotonicNow();
    const tell = () => histogram?.record(Math.max(1, Math.ceil((monotonicNow() - startedAt) * 1e6)));
    const result: unknown = new.target ? Reflect.construct(callback, args, callback) : Reflect.apply(callback, this, args);
    if (typeof result === 'object' && result !== null && 'finally' in result && typeof result.finally === 'function')
      return result.finally(tell);
    tell();
    return result;
  };
  Object.defineProperties(timed, {
    length: { value: callback.length, configurable: true },
    name: { value: `timerified ${callback.name}`, configurable: true },
  });
  return timed;
}

interface ResourceTimes {
  startTime: number;
  endTime: number;
}

/** Returns the entry that Node's fetch implementations (undici, Next's) report for each request. */
function markResourceTiming(times: ResourceTimes, name: string, initiatorType: string, ...rest: unknown[]): object {
  const [, , bodyInfo, responseStatus, deliveryType] = rest;
  return {
    name,
    entryType: 'resource',
    startTime: times.startTime,
    duration: times.endTime - times.startTime,
    initiatorType,
    ...(typeof bodyInfo === 'object' ? bodyInfo : {}),
    responseStatus,
    deliveryType,
  };
}

function createNodeTiming(): object {
  const bootstrapComplete = monotonicNow();
  return {
    name: 'node',
    entryType: 'node',
    startTime: 0,
    get duration() {
      return monotonicNow();
    },
    nodeStart: 0,
    v8Start: 0,
    bootstrapComplete,
    environment: 0,
    loopStart: bootstrapComplete,
    loopExit: -1,
    idleTime: 0,
  };
}

/** Adds the members of Node's `performance` that a worker lacks. */
export function completePerformance(): void {
  const extras = { eventLoopUtilization, nodeTiming: createNodeTiming(), markResourceTiming, timerify };
  for (const [name, value] of Object.entries(extras))
    if (!(name in performance)) Object.defineProperty(performance, name, { value, configurable: true, writable: true, enumerable: true });
}

export function createPerfHooksModule(host: NodeHost): BuiltinExports {
  completePerformance();
  const classes = [
    'Performance',
    'PerformanceEntry',
    'PerformanceMark',
    'PerformanceMeasure',
    'PerformanceObserver',
    'PerformanceObserverEntryList',
    'PerformanceResourceTiming',
  ];
  const { performance } = globalThis;
  return {
    ...Object.fromEntries(classes.map((name) => [name, Reflect.get(globalThis, name)])),
    monitorEventLoopDelay: (options?: unknown) => new (loadRareClasses(host).IntervalHistogram)(host.timers, options),
    createHistogram: () => new (loadRareClasses(host).RecordableHistogram)(),
    performance,
    constants: Object.freeze({ ...constants }),
  };
}
