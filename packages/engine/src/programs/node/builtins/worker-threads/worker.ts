import EventEmitter from 'events/';
import { Readable, Writable } from 'readable-stream';
import { THREAD_REFUSED } from '../../../../abi/wire.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { parseCommandLine } from '../../command-line.ts';
import { invalidArgumentType, nodeError, notSupported } from '../../errors/node-error.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import { fileUrlToPath } from '../../loader/module-files.ts';
import type { NodeHost } from '../../node-host.ts';
import { changeEnvironment, shareEnvironment } from '../process/environment.ts';
import { decodeValue } from '../value-codec.ts';
import type { PortClasses } from './message-port.ts';
import type { AnyListener } from './port-listening.ts';
import { nodeCloneError } from './port-state.ts';
import { type FromThread, HOOKS_PROGRAM, type RoutedMessage, sendable, type ThreadStart, type ToThread } from './thread-messages.ts';
import { routesOf } from './thread-routes.ts';

export interface WorkerOptions {
  argv?: unknown[];
  env?: Record<string, unknown> | symbol;
  eval?: boolean;
  execArgv?: string[];
  name?: string;
  resourceLimits?: Record<string, number>;
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  transferList?: unknown[];
  workerData?: unknown;
}

/** The state shared by the workers of one thread. */
export interface WorkerHome {
  host: NodeHost;
  ports: PortClasses;
  environmentData: Map<unknown, unknown>;
  processKey: string;
  /** A counter of the process's threads. */
  threadCount: Int32Array;
}

export const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

/** Reported, but without effect: a browser sets its own limits. */
const DEFAULT_LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 2096, codeRangeSizeMb: 0, stackSizeMb: 4 };

const NativeChannel = globalThis.MessageChannel;
/** How many milliseconds to wait for messages still on their way when the thread has ended. */
const LATE_MESSAGE_WAIT = 50;

function programOf(host: NodeHost, filename: unknown, isCode: boolean): ThreadStart['program'] {
  if (isCode) {
    if (typeof filename !== 'string')
      throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', "The property 'options.eval' must be false when 'filename' is not a string.");
    return { kind: 'code', source: filename };
  }
  if (filename === HOOKS_PROGRAM) return { kind: 'hooks' };
  if (filename instanceof URL) {
    if (filename.protocol === 'file:') return { kind: 'file', path: fileUrlToPath(filename.href) };
    if (filename.protocol === 'data:') return { kind: 'url', url: filename.href };
    throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be one of scheme file or data');
  }
  if (typeof filename !== 'string') throw invalidArgumentType('filename', 'of type string or an instance of URL', filename);
  if (/^(\/|\.\.?\/)/.test(filename)) return { kind: 'file', path: host.resolvePath(filename) };
  const scheme = /^(?:file:\/\/|data:)/.exec(filename)?.[0];
  const hint = scheme === undefined ? '' : ` Wrap ${scheme} URLs with \`new URL\`.`;
  throw nodeError(
    TypeError,
    'ERR_WORKER_PATH',
    `The worker script or module filename must be an absolute path or a relative path starting with './' or '../'.${hint} Received ${JSON.stringify(filename)}`,
  );
}

/** Options of the whole process, which a single thread cannot override. */
const PROCESS_OPTIONS = /^--(?:title|redirect-warnings)(?:=|$)/;

function checkOptions({ argv, execArgv, env }: WorkerOptions): void {
  if (argv !== undefined && !Array.isArray(argv)) throw invalidArgumentType('options.argv', 'an instance of Array', argv);
  if (execArgv !== undefined && !Array.isArray(execArgv)) throw invalidArgumentType('options.execArgv', 'an instance of Array', execArgv);
  if (env !== undefined && env !== null && typeof env !== 'object' && env !== SHARE_ENV)
    throw invalidArgumentType('options.env', 'of type object or one of undefined, null, or worker_threads.SHARE_ENV', env);
  for (const word of execArgv ?? []) if (PROCESS_OPTIONS.test(word)) throw invalidFlags('execArgv flags', word);
  checkFlags('execArgv flags', execArgv ?? []);
  if (typeof env === 'object' && env !== null) checkFlags('NODE_OPTIONS env variable', String(env.NODE_OPTIONS ?? '').match(/\S+/g) ?? []);
}

function checkFlags(where: string, words: string[]): void {
  const { command } = parseCommandLine(words, '');
  if (command.kind === 'error') throw invalidFlags(where, command.message.replace(/^node: (?:bad option: )?/, ''));
}

function invalidFlags(where: string, flag: string): Error {
  return nodeError(Error, 'ERR_WORKER_INVALID_EXEC_ARGV', `Initiated Worker with invalid ${where}: ${flag}`);
}

function environmentOf(host: NodeHost, given: WorkerOptions['env']): Record<string, string> {
  // With SHARE_ENV, Node shares one object; here each thread has a copy.
  if (typeof given !== 'object' || given === null) return { ...host.context.env };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

/** Node's `worker_threads.Worker`. */
export class Worker extends EventEmitter {
  threadId: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  resourceLimits: Record<string, number>;
  readonly performance = { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
  readonly #home: WorkerHome;
  readonly #port: MessagePort;
  readonly #control: MessagePort;
  #release: Release | null;
  #isReferenced = true;
  #exitCode: number | null = null;
  #endThread: () => void = () => {};
  #unshare: () => void = () => {};

  constructor(home: WorkerHome, filename: unknown, options: WorkerOptions = {}) {
    super();
    const { host, ports } = home;
    const program = programOf(host, filename, options.eval === true);
    checkOptions(options);
    this.#home = home;
    this.threadId = Atomics.add(home.threadCount, 0, 1) + 1;
    this.resourceLimits = { ...DEFAULT_LIMITS, ...options.resourceLimits };
    this.stdin = options.stdin === true ? this.#createInput() : null;
    // Whether this side listens to what the thread writes to the process's own outputs.
    const listened = new Int32Array(new SharedArrayBuffer(8));
    [this.stdout, this.stderr] = [0, 1].map((index) => {
      const stream = new Readable({ read: () => {} });
      for (const name of ['data', 'readable']) stream.on('newListener', (event) => event === name && Atomics.store(listened, index, 1));
      return stream;
    }) as [Readable, Readable]; // `map` returns two streams, one for each index.
    const channel = new ports.MessageChannel();
    this.#port = channel.port1;
    const control = new NativeChannel();
    this.#control = control.port1;
    const { context } = host.loop;
    this.#control.onmessage = ({ data, ports: sent }: MessageEvent<FromThread | typeof THREAD_REFUSED>) =>
      host.loop.run(() => this.#receive(data, sent), context);
    const transfer = [channel.port2, ...(options.transferList ?? [])];
    const start: ThreadStart = {
      type: 'start',
      threadId: this.threadId,
      program,
      argv: (options.argv ?? []).map(String),
      execArgv: options.execArgv?.map(String) ?? (host.builtin('process').execArgv as string[]),
      workerData: options.workerData ?? null,
      ports: ports.detachPorts(transfer),
      environmentData: new Map(home.environmentData),
      resourceLimits: this.resourceLimits,
      threadCount: home.threadCount,
      sharesEnvironment: options.env === SHARE_ENV,
      hasInput: this.stdin !== null,
      listened,
      isOutputKept: options.stdout === true,
      isErrorKept: options.stderr === true,
      processKey: home.processKey,
      name: options.name ?? '',
    };
    try {
      this.#post(start, transfer);
    } catch (error) {
      throw nodeCloneError(error);
    }
    routesOf(host).add(this.threadId, this.#send);
    this.#listenToPort();
    this.#release = host.loop.ref();
    if (start.sharesEnvironment) this.#unshare = shareEnvironment(host.context.env, this.#tellChange);
    this.#endThread = host.context.startThread(control.port2, { env: environmentOf(host, options.env), cwd: host.workingDirectory });
    const process = host.builtin('process') as { emit?(name: string, worker: Worker): void };
    host.loop.nextTick(() => process.emit?.('worker', this), []);
  }

  #post(message: ToThread, transfer: unknown[]): void {
    // A transfer list may contain anything; the browser rejects objects that cannot be transferred.
    this.#control.postMessage(message, transfer as Transferable[]);
  }

  readonly #send = (message: RoutedMessage, transfer: readonly Transferable[]): void => this.#post(sendable(message), [...transfer]);

  /** With `SHARE_ENV`, forwards changes of the environment to the other side. */
  readonly #tellChange = (name: string, value: string | null): void => this.#post({ type: 'environment', name, value }, []);

  #createInput(): Writable {
    const post = (chunk: Uint8Array | null): void => this.#post({ type: 'input', chunk }, []);
    return new Writable({
      write(chunk: Uint8Array, _encoding: string, done: () => void) {
        post(new Uint8Array(chunk));
        done();
      },
      final(done: () => void) {
        post(null);
        done();
      },
    });
  }

  #listenToPort(): void {
    const port = this.#home.ports.stateOf(this.#port);
    port?.emitter('on', 'message', (value: unknown) => this.emit('message', value));
  }

  #receive(message: FromThread | typeof THREAD_REFUSED, ports: readonly MessagePort[]): void {
    if (this.#exitCode !== null) return;
    if (message === THREAD_REFUSED) {
      this.emit(
        'error',
        nodeError(Error, 'ERR_WORKER_INIT_FAILED', 'Worker initialization failure: too many threads in the in-browser engine'),
      );
      this.#finish(1);
      return;
    }
    switch (message.type) {
      case 'online':
        this.emit('online');
        // Starting the port does not keep the process alive; the thread does.
        this.#home.ports.stateOf(this.#port)?.start();
        break;
      case 'below':
        routesOf(this.#home.host).add(message.threadId, this.#send);
        break;
      case 'routed':
        routesOf(this.#home.host).pass(message, ports);
        break;
      case 'environment':
        changeEnvironment(this.#home.host.context.env, message.name, message.value, this.#tellChange);
        break;
      case 'output':
        (message.descriptor === 1 ? this.stdout : this.stderr).push(Buffer.from(message.chunk));
        break;
      case 'error':
        this.emit('error', decodeValue(message.error));
        break;
      case 'exit':
        this.#finishAfterMessages(message.exitCode, monotonicNow() + LATE_MESSAGE_WAIT);
        break;
    }
  }

  /** Finishes only after the messages that the thread sent before its end are delivered. */
  #finishAfterMessages(exitCode: number, until: number): void {
    const { host, ports } = this.#home;
    const port = ports.stateOf(this.#port);
    port?.start();
    if (port?.isWaiting !== true || monotonicNow() > until) {
      this.#finish(exitCode);
      return;
    }
    port.drainSoon();
    host.loop.post(() => this.#finishAfterMessages(exitCode, until));
  }

  #finish(exitCode: number): void {
    if (this.#exitCode !== null) return;
    this.#exitCode = exitCode;
    const { threadId } = this;
    this.threadId = -1;
    this.resourceLimits = {};
    this.#endThread();
    this.#unshare();
    routesOf(this.#home.host).remove(this.#send);
    this.#control.close();
    this.#home.ports.stateOf(this.#port)?.detach();
    this.stdout.push(null);
    this.stderr.push(null);
    this.#release?.();
    this.emit('exit', exitCode);
    this.#home.host.loop.post(() => this.#home.ports.threadEnded(threadId));
  }

  postMessage(value: unknown, transfer?: unknown): void {
    if (this.#exitCode === null) (this.#port.postMessage as AnyListener).call(this.#port, value, transfer);
  }

  terminate(callback?: unknown): Promise<number | undefined> {
    if (typeof callback === 'function') {
      const { emitWarning } = this.#home.host.builtin('process') as { emitWarning(...words: string[]): void };
      const words = 'Passing a callback to worker.terminate() is deprecated. It returns a Promise instead.';
      emitWarning(words, 'DeprecationWarning', 'DEP0132');
      this.once('exit', (exitCode: number) => callback(null, exitCode));
    }
    if (this.#exitCode !== null) return Promise.resolve(undefined);
    this.ref();
    return new Promise((resolve) => {
      this.once('exit', () => resolve(this.#exitCode ?? 1));
      this.#endThread();
      this.#home.host.loop.post(() => this.#finish(1));
    });
  }

  async [Symbol.for('Symbol.asyncDispose')](): Promise<void> {
    await this.terminate();
  }

  ref(): void {
    if (this.#isReferenced || this.#exitCode !== null) return;
    this.#isReferenced = true;
    this.#release = this.#home.host.loop.ref();
  }

  unref(): void {
    this.#isReferenced = false;
    this.#release?.();
  }

  getHeapSnapshot(): Promise<never> {
    return Promise.reject(notSupported('worker.getHeapSnapshot', "use the browser's own tools"));
  }
}
