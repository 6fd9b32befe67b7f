import EventEmitter from 'events/';
import type { ExitStatus } from '../../../../abi/system-calls.ts';
import { dispose } from '../../base/dispose-symbols.ts';
import { nodeError } from '../../errors/node-error.ts';
import { createSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { Socket } from '../net/socket.ts';
import { signalNameOf } from '../process/signal-events.ts';
import { childProcessPart } from './child-process-part.ts';
import { MessageConnection, refuseToSend } from './message-channel.ts';
import { PipeReader, PipeWriter } from './pipe-streams.ts';
import type { SpawnOptions, SpawnRequest } from './spawn-request.ts';

/** Error codes reported as an event; any other error is thrown. */
const TOLD_LATER: ReadonlySet<string> = new Set(['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT']);

/** Node's `ChildProcess`. */
export class ChildProcess extends EventEmitter {
  pid: number | undefined = undefined;
  stdin: PipeWriter | null = null;
  stdout: PipeReader | null = null;
  stderr: PipeReader | null = null;
  stdio: unknown[] = [];
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  connected = false;
  channel: MessageConnection | null = null;
  spawnfile = '';
  spawnargs: string[] = [];
  readonly #host: NodeHost;
  #release: Release | null = null;
  #isReferenced = true;
  #openOutputs = 0;

  constructor(host: NodeHost) {
    super();
    this.#host = host;
  }

  get _channel(): MessageConnection | null {
    return this.channel;
  }

  /** Starts every child; tools replace this method to change what a program starts. */
  spawn(options: SpawnOptions): number {
    this.#start(childProcessPart(this.#host).requestOf(options, this.#host.workingDirectory));
    return 0;
  }

  #start(request: SpawnRequest): void {
    this.spawnfile = request.file;
    this.spawnargs = request.args;
    const childEnds: (number | null)[] = [];
    const toClose: number[] = [];
    const pending: (() => void)[] = [];
    request.stdio.forEach((kind, index) => {
      childEnds.push(this.#prepare(kind, index, request, toClose, pending));
    });
    let failure: unknown = null;
    try {
      const { file, args, cwd } = request;
      const isGroupLeader = request.detached ? { isGroupLeader: true } : {};
      this.pid = this.#host.system.sync('spawn', { file, args, cwd, env: request.env, stdio: childEnds, ...isGroupLeader });
    } catch (error) {
      failure = error;
    }
    for (const descriptor of toClose) this.#host.system.sync('close', descriptor);
    if (failure !== null) this.#failToStart(failure, request);
    for (const connect of pending) connect();
    if (this.pid === undefined) {
      this.stdin?.destroy();
      this.#channelEnd();
      return;
    }
    this.#host.loop.nextTick(() => this.emit('spawn'), []);
    if (this.#isReferenced) this.#release = this.#host.loop.ref();
    const { context } = this.#host.loop;
    this.#host.system.async('wait', this.pid).then(
      (status) => this.#host.loop.run(() => this.#exited(status), context),
      () => this.#host.loop.run(() => this.#exited({ pid: this.pid ?? 0, exitCode: 1, signal: null }), context),
    );
  }

  /** Creates the child's end of one descriptor; the parent's end becomes a stream. */
  #prepare(
    kind: SpawnRequest['stdio'][number],
    index: number,
    request: SpawnRequest,
    toClose: number[],
    pending: (() => void)[],
  ): number | null {
    const { system } = this.#host;
    if (kind === 'ignore') {
      this.stdio[index] = null;
      return null;
    }
    if (typeof kind === 'number') {
      this.stdio[index] = null;
      return kind;
    }
    if (kind === 'ipc') {
      const [own, theirs] = system.sync('socketPair');
      toClose.push(theirs);
      request.env.NODE_CHANNEL_FD = String(index);
      if (request.isAdvanced) request.env.NODE_CHANNEL_SERIALIZATION_MODE = 'advanced';
      const channel = new MessageConnection(this.#host, own, this, request.isAdvanced);
      this.channel = channel;
      this.connected = true;
      this.#openOutputs++;
      channel.onEnd = () => {
        this.connected = false;
        this.channel = null;
        this.#openOutputs--;
        this.#checkClosed();
      };
      pending.push(() => channel.start(true));
      this.stdio[index] = null;
      return theirs;
    }
    if (index > 2) return this.#prepareDuplex(index, toClose);
    const [readEnd, writeEnd] = system.sync('pipe');
    const isInput = index === 0;
    toClose.push(isInput ? readEnd : writeEnd);
    if (isInput) {
      this.stdin = new PipeWriter(this.#host, writeEnd);
      this.stdio[index] = this.stdin;
      return readEnd;
    }
    const reader = new PipeReader(this.#host, readEnd);
    this.#openOutputs++;
    reader.once('close', () => {
      this.#openOutputs--;
      this.#checkClosed();
    });
    if (index === 1) this.stdout = reader;
    if (index === 2) this.stderr = reader;
    this.stdio[index] = reader;
    return writeEnd;
  }

  /** Descriptors beyond the first three are duplex, like Node's socket pairs. */
  #prepareDuplex(index: number, toClose: number[]): number {
    const [own, theirs] = this.#host.system.sync('socketPair');
    toClose.push(theirs);
    const socket = new Socket(this.#host).adoptPair(own);
    this.#openOutputs++;
    socket.once('close', () => {
      this.#openOutputs--;
      this.#checkClosed();
    });
    this.stdio[index] = socket;
    return theirs;
  }

  #failToStart(error: unknown, request: SpawnRequest): void {
    const code = systemErrorCode(error) ?? 'EIO';
    const failure = createSystemError(code, { syscall: `spawn ${request.file}`, path: request.file });
    failure.message = `spawn ${request.file} ${code}`;
    failure.stack = `Error: ${failure.message}`;
    if (!TOLD_LATER.has(code)) {
      for (const stream of [this.stdin, this.stdout, this.stderr, ...this.#sockets()]) stream?.destroy();
      throw Object.assign(failure, { syscall: 'spawn', message: `spawn ${code}` });
    }
    Object.assign(failure, { spawnargs: request.args.slice(1) });
    this.#host.loop.nextTick(() => {
      this.emit('error', failure);
      this.#hasExited = true;
      for (const stream of [this.stdout, this.stderr, ...this.#sockets()]) stream?.destroy();
      this.#checkClosed();
    }, []);
  }

  #hasExited = false;
  #hasClosed = false;

  #exited(status: ExitStatus): void {
    this.exitCode = status.exitCode;
    this.signalCode = status.signal;
    this.#hasExited = true;
    this.stdin?.destroy();
    this.emit('exit', status.exitCode, status.signal);
    // Streams that nobody reads must still end, so that 'close' is emitted.
    for (const stream of [this.stdout, this.stderr, ...this.#sockets()])
      if (stream !== null && stream.readableFlowing === null && stream.listenerCount('readable') === 0) stream.resume();
    this.#release?.();
    this.#release = null;
    this.#checkClosed();
  }

  #checkClosed(): void {
    if (!this.#hasExited || this.#openOutputs > 0 || this.#hasClosed) return;
    this.#hasClosed = true;
    this.#host.loop.nextTick(() => this.emit('close', this.exitCode, this.signalCode), []);
  }

  #sockets(): Socket[] {
    return this.stdio.filter((stream) => stream instanceof Socket);
  }

  #channelEnd(): void {
    this.channel?.close();
  }

  kill(given: unknown = 'SIGTERM'): boolean {
    const signal = given === 0 ? null : signalNameOf(given);
    if (this.pid === undefined || this.#hasExited) return false;
    try {
      this.#host.system.sync('kill', this.pid, signal);
      this.killed = true;
      return true;
    } catch {
      // The process has already exited.
      return false;
    }
  }

  [dispose](): void {
    if (!this.killed) this.kill();
  }

  send(message: unknown, ...rest: unknown[]): boolean {
    if (this.channel === null) return refuseToSend(this.#host, this, rest);
    return this.channel.send(message, rest);
  }
  disconnect(): void {
    if (this.connected) this.#channelEnd();
    else this.emit('error', nodeError(Error, 'ERR_IPC_DISCONNECTED', 'IPC channel is already disconnected'));
  }

  ref(): void {
    this.#isReferenced = true;
    if (this.pid !== undefined && !this.#hasExited) this.#release ??= this.#host.loop.ref();
  }
  unref(): void {
    this.#isReferenced = false;
    this.#release?.();
    this.#release = null;
  }
}
