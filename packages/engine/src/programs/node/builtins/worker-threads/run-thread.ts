import { Readable, Writable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { changeEnvironment, shareEnvironment } from '../process/environment.ts';
import type { NodeProcess } from '../process/node-process.ts';
import type { PortClasses } from './message-port.ts';
import {
  type EnvironmentChange,
  type FromThread,
  type RoutedMessage,
  sendable,
  type ThreadInfo,
  type ThreadStart,
  type ToThread,
} from './thread-messages.ts';

type Input = Uint8Array | null;

/** Receives the messages of the thread's `Worker`; resolves once it knows what to run. */
export function receiveThreadStart(control: MessagePort): Promise<{ info: Omit<ThreadInfo, 'parentPort'>; ports: readonly MessagePort[] }> {
  const inputs = createWaiting<[Input]>();
  const routed = createWaiting<[RoutedMessage, readonly MessagePort[]]>();
  const changes = createWaiting<[EnvironmentChange]>();
  return new Promise((resolve) => {
    control.onmessage = ({ data, ports }: MessageEvent<ToThread>) => {
      if (data.type === 'input') inputs.tell(data.chunk);
      else if (data.type === 'routed') routed.tell(data, ports);
      else if (data.type === 'environment') changes.tell(data);
      else {
        const info = {
          start: data,
          post: (message: FromThread, transfer: readonly Transferable[] = []) => control.postMessage(sendable(message), [...transfer]),
          onInput: inputs.listen,
          onRouted: routed.listen,
          onEnvironment: changes.listen,
        };
        resolve({ info, ports });
      }
    };
  });
}

/** Queues messages until there is a listener. */
function createWaiting<Told extends unknown[]>() {
  const waiting: Told[] = [];
  let tellNow = (...told: Told): void => void waiting.push(told);
  return {
    tell: (...told: Told) => tellNow(...told),
    listen: (listener: (...told: Told) => void) => {
      tellNow = listener;
      for (const told of waiting.splice(0)) listener(...told);
    },
  };
}

/** Turns the ports that came with the start message into Node's; the first is `parentPort`. */
export function adoptPorts(classes: PortClasses, start: ThreadStart, ports: readonly MessagePort[]): MessagePort {
  for (const [index, port] of ports.entries()) {
    const buffers = start.ports[index];
    if (buffers !== undefined) classes.adopt(port, buffers);
  }
  const [parentPort] = ports;
  if (parentPort === undefined) throw new Error('a thread was started without a port to its parent');
  return parentPort;
}

function replace(process: object, name: string, value: unknown): void {
  Object.defineProperty(process, name, { value, writable: true, configurable: true, enumerable: true });
}

function keptOutput(thread: ThreadInfo, descriptor: 1 | 2): Writable {
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding: string, done: () => void) {
      thread.post({ type: 'output', descriptor, chunk: new Uint8Array(chunk) });
      done();
    },
  });
  return Object.assign(stream, { fd: descriptor, _isStdio: true });
}

type Write = (chunk: Uint8Array, encoding: string, done: () => void) => void;

/** Copies the process's output to the parent while the parent listens. */
function copyOutput(process: NodeProcess, thread: ThreadInfo, descriptor: 1 | 2): void {
  const name = descriptor === 1 ? 'stdout' : 'stderr';
  const get = Object.getOwnPropertyDescriptor(process, name)?.get;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get() {
      const stream = Reflect.apply(get as () => { _write: Write }, process, []);
      const write = stream._write;
      stream._write = function (this: unknown, chunk, encoding, done) {
        if (Atomics.load(thread.start.listened, descriptor - 1) === 1)
          thread.post({ type: 'output', descriptor, chunk: new Uint8Array(chunk) });
        Reflect.apply(write, this, [chunk, encoding, done]);
      };
      replace(process, name, stream);
      return stream;
    },
    set: (value: unknown) => replace(process, name, value),
  });
}

function threadInput(host: NodeHost, thread: ThreadInfo): Readable {
  const stream = new Readable({ read: () => {} });
  if (!thread.start.hasInput) stream.push(null);
  thread.onInput((chunk) => host.loop.run(() => void stream.push(chunk === null ? null : Buffer.from(chunk))));
  return Object.assign(stream, { fd: 0 });
}

/** Adapts `process` to a thread: gives it its own streams, and removes what belongs to the whole process. */
export function limitProcess(host: NodeHost, process: NodeProcess, thread: ThreadInfo): void {
  const { start } = thread;
  if (start.sharesEnvironment) {
    const { env } = host.context;
    const tell = (name: string, value: string | null) => thread.post({ type: 'environment', name, value });
    shareEnvironment(env, tell);
    thread.onEnvironment(({ name, value }) => changeEnvironment(env, name, value, tell));
  }
  if (start.isOutputKept) replace(process, 'stdout', keptOutput(thread, 1));
  else copyOutput(process, thread, 1);
  if (start.isErrorKept) replace(process, 'stderr', keptOutput(thread, 2));
  else copyOutput(process, thread, 2);
  replace(process, 'stdin', threadInput(host, thread));
  const refuse = (what: string) => {
    throw nodeError(TypeError, 'ERR_WORKER_UNSUPPORTED_OPERATION', `${what} is not supported in workers`);
  };
  for (const name of ['abort', 'chdir', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'])
    process[name] = () => refuse(`process.${name}()`);
  const umask = process.umask as () => number;
  process.umask = (mask?: unknown) => (mask === undefined ? umask() : refuse('Setting process.umask()'));
}
