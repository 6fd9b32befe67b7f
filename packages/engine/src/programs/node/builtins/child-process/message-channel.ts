import type EventEmitter from 'events/';
import { nodeError } from '../../errors/node-error.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';

const CHUNK_BYTES = 65_536;

/**
 * The messages between a process and one it forked, over a socket pair: a line each, JSON, or tagged JSON where values are to keep
 * their types ('advanced').
 */
export class MessageConnection {
  #text = '';
  #isOpen = true;
  #release: Release | null = null;
  readonly #decoder = new TextDecoder();
  #sending: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly host: NodeHost,
    private readonly descriptor: number,
    private readonly target: EventEmitter,
    private readonly isAdvanced: boolean,
  ) {}

  get isOpen(): boolean {
    return this.#isOpen;
  }

  start(isReferenced: boolean): void {
    if (isReferenced) this.ref();
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const { system, loop } = this.host;
    const { context } = loop;
    try {
      for (;;) {
        const bytes = await system.async('read', this.descriptor, CHUNK_BYTES, null);
        if (bytes.length === 0) break;
        this.#text += this.#decoder.decode(bytes, { stream: true });
        const lines = this.#text.split('\n');
        this.#text = lines.pop() ?? '';
        for (const line of lines) loop.run(() => this.target.emit('message', this.#decode(line), undefined), context);
      }
    } catch {
      // The other side is gone.
    }
    loop.run(() => this.close());
  }

  #decode(line: string): unknown {
    return this.isAdvanced ? decodeValue(line) : JSON.parse(line);
  }

  send(message: unknown, callback: ((error: unknown) => void) | null): boolean {
    const { system, loop } = this.host;
    if (!this.#isOpen) {
      const error = nodeError(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
      loop.nextTick(() => (callback === null ? this.target.emit('error', error) : callback(error)), []);
      return false;
    }
    if (message === undefined) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "message" argument must be specified');
    const line = new TextEncoder().encode(`${this.isAdvanced ? encodeValue(message) : JSON.stringify(message)}\n`);
    const release = loop.ref();
    this.#sending = this.#sending.then(async () => {
      let failure: unknown = null;
      try {
        for (let rest: Uint8Array = line; rest.length > 0; )
          rest = rest.subarray(await system.async('write', this.descriptor, new Uint8Array(rest), null));
      } catch (error) {
        failure = error;
      }
      if (callback !== null) loop.run(() => callback(failure));
      release();
    });
    return true;
  }

  ref(): void {
    if (this.#isOpen) this.#release ??= this.host.loop.ref();
  }
  unref(): void {
    this.#release?.();
    this.#release = null;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    void this.#sending.then(() => this.host.system.async('close', this.descriptor)).catch(() => {});
    this.host.loop.nextTick(() => this.target.emit('disconnect'), []);
    this.unref();
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
  const update = (): void => {
    // The channel keeps the child alive only while it listens.
    if (process.listenerCount('message') > 0) connection.ref();
    else connection.unref();
  };
  process.connected = true;
  process.channel = { ref: () => connection.ref(), unref: () => connection.unref() };
  process.send = (message: unknown, ...rest: unknown[]) => {
    const callback = rest.find((argument) => typeof argument === 'function');
    return connection.send(message, (callback as ((error: unknown) => void) | undefined) ?? null);
  };
  process.disconnect = () => connection.close();
  process.on('disconnect', () => {
    process.connected = false;
  });
  process.on('newListener', (name: unknown) => {
    if (name === 'message') connection.ref();
  });
  process.on('removeListener', update);
  return () => connection.start(false);
}
