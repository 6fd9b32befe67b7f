import type EventEmitter from 'events/';
import { describeReceived, nodeError, notSupported } from '../../errors/node-error.ts';
import { validateObject } from '../../errors/validate.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';

const CHUNK_BYTES = 65_536;
/** Limit of bytes written synchronously since data last arrived from the other side. */
const MOST_UNHEARD_BYTES = 512 * 1024;

type Done = (error: unknown) => void;

/** Reads the arguments `(handle?, options?, callback?)` that follow the message. */
function readRest([handle, options, callback]: unknown[]): { handle: unknown; done: Done | null } {
  if (typeof handle === 'function') return { handle: undefined, done: handle as Done };
  if (typeof options === 'function') return { handle, done: options as Done };
  if (options !== undefined) validateObject(options, 'options');
  return { handle, done: typeof callback === 'function' ? (callback as Done) : null };
}

/** Reports that the channel is closed to the callback or, without one, as an 'error' event. */
export function refuseToSend(host: NodeHost, target: EventEmitter, rest: unknown[]): false {
  const { done } = readRest(rest);
  const error = nodeError(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
  host.loop.nextTick(() => (done === null ? target.emit('error', error) : done(error)), []);
  return false;
}

function checkMessage(message: unknown, handle: unknown): void {
  if (message === undefined) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "message" argument must be specified');
  if (!['string', 'object', 'number', 'boolean'].includes(typeof message))
    throw nodeError(
      TypeError,
      'ERR_INVALID_ARG_TYPE',
      `The "message" argument must be one of type string, object, number, or boolean. ${describeReceived(message)}`,
    );
  if (handle === undefined || handle === null) return;
  if (typeof handle === 'object' && 'on' in handle)
    throw notSupported('to send a socket or server to another process', 'processes cannot share a connection; send its data instead');
  throw nodeError(TypeError, 'ERR_INVALID_HANDLE_TYPE', 'This handle type cannot be sent');
}

/** Returns true for messages of Node's internal protocol (cluster), which are not delivered to the program. */
function isInternal(message: unknown): boolean {
  const command: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'cmd') : undefined;
  return typeof command === 'string' && command.startsWith('NODE_') && command.length > 'NODE_'.length;
}

/**
 * The messages between a process and its fork over a socket pair, one per line: JSON, or tagged JSON if values keep their
 * types ('advanced').
 */
export class MessageConnection {
  #text = '';
  #isOpen = true;
  #release: Release | null = null;
  #waiting: unknown[] = [];
  #listeners = 0;
  #isChosen = false;
  #unsent = 0;
  #writtenUnheard = 0;
  readonly #decoder = new TextDecoder();
  readonly #host: NodeHost;
  readonly #target: EventEmitter;
  readonly #isAdvanced: boolean;
  #sending: Promise<unknown> = Promise.resolve();
  /** Called before 'disconnect' is emitted. */
  onEnd: () => void = () => {};

  constructor(
    host: NodeHost,
    readonly fd: number,
    target: EventEmitter,
    isAdvanced: boolean,
  ) {
    this.#host = host;
    this.#target = target;
    this.#isAdvanced = isAdvanced;
    target.on('newListener', (name: unknown) => {
      if (name === 'message' && this.#waiting.length > 0) host.loop.nextTick(() => this.#deliverWaiting(), []);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  start(isReferenced: boolean): void {
    if (isReferenced) this.#hold();
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const { system, loop } = this.#host;
    const { context } = loop;
    try {
      for (;;) {
        const bytes = await system.async('read', this.fd, CHUNK_BYTES, null);
        if (bytes.length === 0) break;
        this.#writtenUnheard = 0;
        const text = this.#decoder.decode(bytes, { stream: true });
        if (!text.includes('\n')) {
          this.#text += text;
          continue;
        }
        const lines = (this.#text + text).split('\n');
        this.#text = lines.pop() ?? '';
        for (const line of lines) loop.run(() => this.#deliver(this.#isAdvanced ? decodeValue(line) : JSON.parse(line)), context);
      }
    } catch {
      // The other side has closed the channel.
    }
    loop.run(() => this.close());
  }

  /** Queues messages until there is a listener: a program may add one after asynchronous work. */
  #deliver(message: unknown): void {
    if (isInternal(message)) this.#target.emit('internalMessage', message, undefined);
    else if (this.#target.listenerCount('message') > 0) this.#target.emit('message', message, undefined);
    else this.#waiting.push(message);
  }

  #deliverWaiting(): void {
    for (const message of this.#waiting.splice(0)) this.#deliver(message);
  }

  send(message: unknown, rest: unknown[]): boolean {
    const { system, loop } = this.#host;
    if (!this.#isOpen) return refuseToSend(this.#host, this.#target, rest);
    const { handle, done } = readRest(rest);
    checkMessage(message, handle);
    const line = new TextEncoder().encode(`${this.#isAdvanced ? encodeValue(message, true) : JSON.stringify(message)}\n`);
    if (this.#writeNow(line)) {
      if (done !== null) loop.nextTick(() => done(null), []);
      return true;
    }
    const release = loop.ref();
    this.#unsent++;
    this.#sending = this.#sending.then(async () => {
      let failure: unknown = null;
      try {
        for (let left: Uint8Array = line; left.length > 0; )
          left = left.subarray(await system.async('write', this.fd, new Uint8Array(left), null));
      } catch (error) {
        failure = error;
      }
      this.#unsent--;
      if (done !== null) loop.run(() => done(failure));
      release();
    });
    return true;
  }

  /**
   * Writes synchronously, so that a message is not lost if the process exits right after. Does so only while the data cannot
   * fill the channel, because the other side may be busy, or itself be waiting for this side.
   */
  #writeNow(line: Uint8Array): boolean {
    if (this.#unsent > 0 || this.#writtenUnheard + line.length > MOST_UNHEARD_BYTES) return false;
    try {
      let left: Uint8Array = line;
      while (left.length > 0) left = left.subarray(this.#host.system.sync('write', this.fd, new Uint8Array(left), null));
      this.#writtenUnheard += line.length;
      return true;
    } catch {
      // The asynchronous write reports the reason.
      return false;
    }
  }

  ref(): void {
    this.#isChosen = true;
    this.#hold();
  }
  unref(): void {
    this.#isChosen = true;
    this.#letGo();
  }

  /** Counts listeners like Node; an explicit `ref` or `unref` by the program takes precedence (execa does its own counting). */
  refCounted(): void {
    this.#listeners++;
    if (this.#listeners === 1 && !this.#isChosen) this.#hold();
  }
  unrefCounted(): void {
    this.#listeners--;
    if (this.#listeners === 0 && !this.#isChosen) this.#letGo();
  }

  #hold(): void {
    if (this.#isOpen) this.#release ??= this.#host.loop.ref();
  }
  #letGo(): void {
    this.#release?.();
    this.#release = null;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    void this.#sending.then(() => this.#host.system.async('close', this.fd)).catch(() => {});
    this.onEnd();
    this.#host.loop.nextTick(() => this.#target.emit('disconnect'), []);
    this.#letGo();
  }
}

/**
 * Sets up `process.send`, `process.on('message')` and `process.disconnect` in a forked child. Returns a function that
 * starts reading; call it once the program has had the chance to add listeners.
 */
export function connectToParent(host: NodeHost, process: EventEmitter & Record<string, unknown>): () => void {
  const { env } = host.context;
  const descriptor = Number(env.NODE_CHANNEL_FD);
  if (!env.NODE_CHANNEL_FD) return () => {};
  const connection = new MessageConnection(host, descriptor, process, env.NODE_CHANNEL_SERIALIZATION_MODE === 'advanced');
  delete env.NODE_CHANNEL_FD;
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  process.connected = true;
  process.channel = connection;
  Object.defineProperty(process, '_channel', { configurable: true, get: () => process.channel });
  connection.onEnd = () => {
    process.connected = false;
    process.channel = null;
  };
  process.send = (message: unknown, ...rest: unknown[]) => connection.send(message, rest);
  process.disconnect = () => {
    if (process.connected) connection.close();
    else process.emit('error', nodeError(Error, 'ERR_IPC_DISCONNECTED', 'IPC channel is already disconnected'));
  };
  // The channel keeps the child alive only while the child has listeners.
  const isListening = (name: unknown) => name === 'message' || name === 'disconnect';
  process.on('newListener', (name: unknown) => {
    if (isListening(name)) connection.refCounted();
  });
  process.on('removeListener', (name: unknown) => {
    if (isListening(name)) connection.unrefCounted();
  });
  return () => connection.start(false);
}
