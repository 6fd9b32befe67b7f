import { nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createBroadcastChannelClass } from './broadcast-channel.ts';
import type { PortClasses } from './message-port.ts';
import { routesOf } from './thread-routes.ts';
import { isUntransferable, markAsUncloneable, markAsUntransferable } from './uncloneable.ts';
import { SHARE_ENV, Worker, type WorkerHome, type WorkerOptions } from './worker.ts';

const noPort = () => nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');

export function createWorkerThreadsModule(host: NodeHost): BuiltinExports {
  const { thread } = host;
  const ports: PortClasses = host.ports();
  const environmentData = new Map(thread?.start.environmentData ?? []);
  const processKey = thread?.start.processKey ?? `process-${host.context.pid}-${crypto.randomUUID()}`;
  const home: WorkerHome = {
    host,
    ports,
    environmentData,
    processKey,
    threadCount: thread?.start.threadCount ?? new Int32Array(new SharedArrayBuffer(4)),
  };
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
    SHARE_ENV,
    MessageChannel: ports.MessageChannel,
    MessagePort: ports.MessagePort,
    BroadcastChannel: createBroadcastChannelClass(host, processKey),
    markAsUncloneable,
    markAsUntransferable,
    isMarkedAsUntransferable: isUntransferable,
    moveMessagePortToContext: (port: unknown) => {
      const state = ports.stateOf(port);
      if (state === undefined) throw noPort();
      if (state.isClosed) throw nodeError(Error, 'ERR_CLOSED_MESSAGE_PORT', 'Cannot send data on closed MessagePort');
      return port;
    },
    receiveMessageOnPort: (port: unknown) => {
      const state = ports.stateOf(port);
      if (state === undefined) throw noPort();
      const message = state.take();
      return message === null ? undefined : { message: message.value };
    },
    getEnvironmentData: (key: unknown) => environmentData.get(key),
    setEnvironmentData: (key: unknown, value: unknown) => {
      if (value === undefined) environmentData.delete(key);
      else environmentData.set(key, value);
    },
    postMessageToThread: (threadId: unknown, value: unknown, transfer?: unknown, timeout?: unknown) =>
      routesOf(host).send(threadId, value, transfer, timeout),
  };
}
