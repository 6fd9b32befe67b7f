import { Readable, Writable } from 'readable-stream';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { NodeProcess } from '../process/process-module.ts';
import type { PortClasses } from './message-port.ts';
import type { FromThread, ThreadInfo, ThreadStart, ToThread } from './thread-messages.ts';

type Input = Uint8Array | null;

/** The thread's end of what `Worker` started; resolves when it has heard what to run. */
export function receiveThreadStart(control: MessagePort): Promise<{ info: Omit<ThreadInfo, 'parentPort'>; ports: readonly MessagePort[] }> {
  const inputs: Input[] = [];
  let onInput: (chunk: Input) => void = (chunk) => inputs.push(chunk);
  return new Promise((resolve) => {
    control.onmessage = ({ data, ports }: MessageEvent<ToThread>) => {
      if (data.type === 'input') {
        onInput(data.chunk);
        return;
      }
      const info = {
        start: data,
        post: (message: FromThread) => control.postMessage(message),
        onInput: (listener: (chunk: Input) => void) => {
          onInput = listener;
          for (const chunk of inputs.splice(0)) listener(chunk);
        },
      };
      resolve({ info, ports });
    };
  });
}

/** The ports that came along become Node's; the first is `parentPort`. */
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

function threadInput(host: NodeHost, thread: ThreadInfo): Readable {
  const stream = new Readable({ read: () => {} });
  if (!thread.start.hasInput) stream.push(null);
  thread.onInput((chunk) => host.loop.run(() => void stream.push(chunk === null ? null : Buffer.from(chunk))));
  return Object.assign(stream, { fd: 0 });
}

/** What `process` is on a thread: its own streams, and none of what belongs to the whole process. */
export function limitProcess(host: NodeHost, process: NodeProcess, thread: ThreadInfo): void {
  const { start } = thread;
  if (start.isOutputKept) replace(process, 'stdout', keptOutput(thread, 1));
  if (start.isErrorKept) replace(process, 'stderr', keptOutput(thread, 2));
  replace(process, 'stdin', threadInput(host, thread));
  for (const name of ['abort', 'chdir', 'setuid', 'setgid', 'setgroups'])
    process[name] = () => {
      throw nodeError(TypeError, 'ERR_WORKER_UNSUPPORTED_OPERATION', `process.${name}() is not supported in workers`);
    };
}
