import type EventEmitter from 'events/';
import { describeReceived, nodeError, notSupported } from '../../errors/node-error.ts';
import { validateObject } from '../../errors/validate.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';

const CHUNK_BYTES = 65_536;
/** Written at once since the other side was last heard of. */
const MOST_UNHEARD_BYTES = 512 * 1024;

type Done = (error: unknown) => void;

/** `(handle?, options?, callback?)` behind the message. */
function readRest([handle, options, callback]: unknown[]): { handle: unknown; done: Done | null } {
  if (typeof handle === 'function') return { handle: undefined, done: handle as Done };
  if (typeof options === 'function') return { handle, done: options as Done };
  if (options !== undefined) validateObject(options, 'options');
  return { handle, done: typeof callback === 'function' ? (callback as Done) : null };
}

/** The channel is closed: the callback hears of it, or else whoever listens for errors. */
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

/** Of tools that talk through the same channel (cluster): no message for the program. */
function isInternal(message: unknown): boolean {
  const command: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'cmd') : undefined;
  return typeof command === 'string' && command.startsWith('NODE_') && command.length > 'NODE_'.length;
}

/**
 * The messages between a process and one it forked, over a socket pair: a line each, JSON, or tagged JSON where values are to keep
 * their types ('advanced').
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
      // The other side is gone.
    }
    loop.run(() => this.close());
  }

  /** What nobody listens for yet waits: a program may begin to listen after something asynchronous. */
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
   * At once, so that a message is not lost when the process ends right behind it. Only what cannot fill the channel: the other side
   * may be busy, or wait for us in turn.
   */
  #writeNow(line: Uint8Array): boolean {
    if (this.#unsent > 0 || this.#writtenUnheard + line.length > MOST_UNHEARD_BYTES) return false;
    try {
      let left: Uint8Array = line;
      while (left.length > 0) left = left.subarray(this.#host.system.sync('write', this.fd, new Uint8Array(left), null));
      this.#writtenUnheard += line.length;
      return true;
    } catch {
      // The reason comes with the asynchronous way.
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

  /** For each who listens, as Node counts them; what the program has chosen itself stays (execa counts its own, too). */
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
 * In a forked child: `process.send`, `process.on('message')`, `process.disconnect`. The answer begins to read: to be called when the
 * program has had the chance to listen.
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
  // The channel keeps the child alive only while it listens.
  const isListening = (name: unknown) => name === 'message' || name === 'disconnect';
  process.on('newListener', (name: unknown) => {
    if (isListening(name)) connection.refCounted();
  });
  process.on('removeListener', (name: unknown) => {
    if (isListening(name)) connection.unrefCounted();
  });
  return () => connection.start(false);
}
