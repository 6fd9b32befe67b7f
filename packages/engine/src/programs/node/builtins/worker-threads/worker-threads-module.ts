import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createBroadcastChannelClass } from './broadcast-channel.ts';
import type { PortClasses } from './message-port.ts';
import { markAsUncloneable } from './uncloneable.ts';
import { Worker, type WorkerHome, type WorkerOptions } from './worker.ts';

/** Threads of threads are numbered apart from their siblings. */
const THREADS_PER_THREAD = 10_000;

export function createWorkerThreadsModule(host: NodeHost): BuiltinExports {
  const { thread } = host;
  const ports: PortClasses = host.ports();
  const environmentData = new Map(thread?.start.environmentData ?? []);
  const processKey = thread?.start.processKey ?? `process-${host.context.pid}-${crypto.randomUUID()}`;
  let count = 0;
  const home: WorkerHome = {
    host,
    ports,
    environmentData,
    processKey,
    nextThreadId: () => (thread?.start.threadId ?? 0) * THREADS_PER_THREAD + ++count,
  };
  const untransferable = new WeakSet<object>();
  class ProgramWorker extends Worker {
    constructor(filename: unknown, options?: WorkerOptions) {
      super(home, filename, options ?? {});
    }
  }
  Object.defineProperty(ProgramWorker, 'name', { value: 'Worker' });
  return {
    Worker: ProgramWorker,
    isMainThread: thread === null,
    isInternalThread: false,
    parentPort: thread?.parentPort ?? null,
    workerData: thread?.start.workerData ?? null,
    threadId: thread?.start.threadId ?? 0,
    threadName: thread?.start.name ?? '',
    resourceLimits: thread?.start.resourceLimits ?? {},
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    MessageChannel: ports.MessageChannel,
    MessagePort: ports.MessagePort,
    BroadcastChannel: createBroadcastChannelClass(host, processKey),
    markAsUncloneable,
    markAsUntransferable: (value: unknown) => {
      if (typeof value === 'object' && value !== null) untransferable.add(value);
    },
    isMarkedAsUntransferable: (value: unknown) => typeof value === 'object' && value !== null && untransferable.has(value),
    moveMessagePortToContext: (port: unknown) => port,
    receiveMessageOnPort: (port: unknown) => {
      const state = ports.stateOf(port);
      if (state === undefined) throw invalidArgumentType('port', 'an instance of MessagePort', port);
      const message = state.take();
      return message === null ? undefined : { message: message.value };
    },
    getEnvironmentData: (key: unknown) => environmentData.get(key),
    setEnvironmentData: (key: unknown, value: unknown) => {
      if (value === undefined) environmentData.delete(key);
      else environmentData.set(key, value);
    },
    postMessageToThread: () =>
      Promise.reject(nodeError(Error, 'ERR_WORKER_MESSAGING_FAILED', 'Cannot find the destination thread or listener')),
  };
}
