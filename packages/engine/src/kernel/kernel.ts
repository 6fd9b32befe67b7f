import type { OutsideRequest } from 'devonz-engine-protocol/outside-request';
import { type ClientNotice, parseClientNotice } from '../abi/client-notice.ts';
import { systemError, withoutStack } from '../abi/error-codes.ts';
import { defaultKernelLimits, type KernelLimits } from '../abi/limits.ts';
import type { SystemCallHandlers, SystemCallName } from '../abi/system-calls.ts';
import { createDescriptorCalls } from './calls/descriptor-calls.ts';
import { createFileCalls } from './calls/file-calls.ts';
import { createProcessCalls } from './calls/process-calls.ts';
import { FileSystem } from './files/file-system.ts';
import { writeInitialFiles } from './files/initial-files.ts';
import { readBatch } from './files/read-batch.ts';
import { SharedCache } from './files/shared-cache.ts';
import { OutsideExchange, type OutsideLink, type OutsideReceiver } from './io/outside-exchange.ts';
import { type PortListener, Ports } from './io/sockets.ts';
import { createNamedSocketCalls } from './processes/named-sockets.ts';
import type { Process } from './processes/process.ts';
import { ProcessTable, type StartProgram } from './processes/process-table.ts';
import { type ClientSession, type SessionRequest, startSession } from './processes/session.ts';

export interface KernelOptions {
  /** Returns milliseconds since the epoch. */
  now(): number;
  startProgram: StartProgram;
  onPort?: PortListener;
  onNotice?(notice: ClientNotice): void;
  /** Carries a request to another machine. Returns `null` if no embedder does so. */
  requestOutside?(request: OutsideRequest, receiver: OutsideReceiver): OutsideLink | null;
  limits?: Partial<KernelLimits>;
}

/** One engine: its files, processes and ports, and the system calls on them. */
export class Kernel {
  readonly fileSystem: FileSystem;
  readonly processes: ProcessTable;
  readonly ports: Ports;
  readonly limits: KernelLimits;
  readonly #kept: SharedCache;
  readonly #outside = { requests: 0, bytes: 0 };
  readonly #handlers: SystemCallHandlers<Process>;

  constructor({ now, startProgram, onPort = () => {}, onNotice = () => {}, requestOutside = () => null, limits }: KernelOptions) {
    this.limits = { ...defaultKernelLimits, ...limits };
    this.#kept = new SharedCache(this.limits.maxKeptBytes);
    this.fileSystem = new FileSystem({ now, limits: this.limits });
    writeInitialFiles(this.fileSystem);
    this.processes = new ProcessTable({ fileSystem: this.fileSystem, limits: this.limits, now, startProgram });
    this.ports = new Ports(this.limits, onPort);
    this.#handlers = {
      ...createFileCalls(),
      ...createDescriptorCalls({ limits: this.limits, ports: this.ports, processes: this.processes }),
      ...createNamedSocketCalls(this.limits),
      ...createProcessCalls(this.processes),
      notifyClient: (_process, given) => {
        const notice = parseClientNotice(given);
        if (notice === null) throw systemError('EINVAL');
        onNotice(notice);
      },
      requestOutside: (process, head, body) => {
        const count = (by: 1 | -1) => {
          this.#outside.requests += by;
          this.#outside.bytes += by * body.byteLength;
        };
        const { requests, bytes } = this.#outside;
        if (requests >= this.limits.maxOutsideRequests || bytes + body.byteLength > this.limits.maxOutsideBytes)
          throw withoutStack('EAGAIN', 'too many requests to other machines are under way; wait for some of them');
        const exchange = new OutsideExchange(() => count(-1));
        const descriptor = process.addDescriptor(exchange);
        count(1);
        const link = requestOutside({ ...head, body }, exchange);
        if (link === null) {
          process.closeDescriptor(descriptor);
          throw systemError('ENOSYS');
        }
        exchange.connect(link);
        return descriptor;
      },
      recall: (process, key) => this.#kept.recall(key, process.session.files.grant),
      keep: (process, key, value) => this.#kept.keep(key, value, process.session.files.grant),
      readBatch: ({ files, session }, questions) => readBatch(files, (key) => this.#kept.recall(key, session.files.grant), questions),
    };
  }

  /**
   * Performs one system call: returns a value or a promise of one, or throws a SystemError. `name` and `args` come from a process and may
   * be anything that structured clone supports; a value that a handler cannot use results in an error of that call.
   */
  call(process: Process, name: string, args: readonly unknown[]): unknown {
    if (!this.#isCall(name)) throw new TypeError(`no such system call: ${name}`);
    // The table's type ties each name to its arguments; here they are data from the other side of a port.
    const handler = this.#handlers[name] as (process: Process, ...args: readonly unknown[]) => unknown;
    return handler(process, ...args);
  }

  /** Starts a program for the client, on a terminal or on pipes. */
  start(request: SessionRequest): ClientSession {
    return startSession(this, request);
  }

  /** Ends every process, which closes their ports. */
  shutDown(): void {
    this.processes.endAll();
  }

  #isCall(name: string): name is SystemCallName {
    return Object.hasOwn(this.#handlers, name);
  }
}
