import { Duplex } from 'readable-stream';
import { asBuffer } from '../../base/buffer-class.ts';
import { createSystemError, shapeSystemError } from '../../errors/shape-system-error.ts';
import type { ContextFrame, Release } from '../../event-loop/event-loop.ts';
import type { Timeout } from '../../event-loop/timers.ts';
import type { NodeHost } from '../../node-host.ts';
import { type ConnectOptions, connectArguments, ipVersion, type Lookup, lookUpAddress } from './addresses.ts';
import { connectOutside, isOutside } from './connect-outside.ts';
import { joinSmall } from './join-small.ts';
import type { CarriedMessage, SocketOptions } from './socket-options.ts';

type Done = (error?: unknown) => void;

const CHUNK_BYTES = 65_536;

/** Limit of bytes that may be sent before the kernel confirms any of them. */
const MAX_UNHEARD_BYTES = 64 * 1024;

/** `net.Socket`: a byte stream to another process of this machine, or to a preview. */
export class Socket extends Duplex {
  connecting = false;
  bytesRead = 0;
  remoteAddress: string | undefined;
  remotePort: number | undefined;
  remoteFamily: string | undefined;
  localAddress: string | undefined;
  localPort: number | undefined;
  timeout: number | undefined;
  server: unknown;
  _hadError = false;
  /** Set by `http`: the message being sent, the parser, and whether reading is paused until responses are consumed. */
  declare _httpMessage: CarriedMessage | null | undefined;
  declare parser: unknown;
  declare _paused: boolean | undefined;
  readonly #host: NodeHost;
  readonly #isEncrypted: boolean;
  #descriptor: number | null = null;
  #isReading = false;
  #isReferenced = true;
  #release: Release | null = null;
  #timer: Timeout | null = null;

  constructor(host: NodeHost, options: SocketOptions = {}) {
    super({
      allowHalfOpen: options.allowHalfOpen === true,
      autoDestroy: true,
      emitClose: false,
      ...(typeof options.highWaterMark === 'number' ? { highWaterMark: options.highWaterMark } : {}),
    });
    this.#host = host;
    this.#isEncrypted = options.isEncrypted === true;
    if (typeof options.fd === 'number') this.#adoptOwn(options.fd);
    this.on('end', () => {
      // The other side has ended; the base ends this side unless `allowHalfOpen` is set.
      this.#touch();
    });
    if (options.signal !== undefined) this.#watchSignal(options.signal);
  }

  #watchSignal(signal: AbortSignal): void {
    const abort = () => void this.destroy(abortError(signal));
    if (signal.aborted) this.#host.loop.nextTick(abort, []);
    else signal.addEventListener('abort', abort, { once: true });
  }

  get pending(): boolean {
    return this.#descriptor === null;
  }
  get readyState(): string {
    if (this.connecting) return 'opening';
    if (this.#descriptor === null) return 'closed';
    if (!this.writableEnded) return this.readableEnded ? 'writeOnly' : 'open';
    return this.readableEnded ? 'closed' : 'readOnly';
  }
  /** Includes bytes that are still buffered. */
  get bytesWritten(): number {
    return this.#bytesSent + this.writableLength;
  }
  get bufferSize(): number {
    return this.writableLength;
  }

  #adoptOwn(descriptor: number): void {
    this.#descriptor = descriptor;
    this.#hold();
    this.#host.loop.nextTick(() => this.watchEnd(), []);
  }

  /** Takes over one end of a socket pair, which has no address. */
  adoptPair(descriptor: number): this {
    this.#adoptOwn(descriptor);
    return this;
  }

  /** Takes over a connected descriptor. */
  adopt(descriptor: number, ports: { remotePort: number; localPort: number; isMapped?: boolean }): void {
    this.#descriptor = descriptor;
    this.#context ??= this.#host.loop.context;
    this.remotePort = ports.remotePort;
    this.localPort = ports.localPort;
    // A server listening on all addresses sees IPv4 addresses in mapped form.
    const address = ports.isMapped === true ? '::ffff:127.0.0.1' : '127.0.0.1';
    this.remoteAddress = address;
    this.localAddress = address;
    this.remoteFamily = ports.isMapped === true ? 'IPv6' : 'IPv4';
    this.#hold();
  }

  connect(...args: unknown[]): this {
    const { options, listener } = connectArguments(args);
    if (listener !== null) this.once('connect', listener);
    this.connecting = true;
    this.#context = this.#host.loop.context;
    this.#hold();
    if (options.timeout !== undefined && options.timeout > 0) this.setTimeout(options.timeout);
    if (options.lookup === undefined || options.path !== undefined || isOutside(this.#host, options, this.#isEncrypted))
      void this.#open(options);
    else this.#lookUp(options, options.lookup);
    return this;
  }

  /** Resolves the host with the program's own lookup; outside connections are resolved by the browser. */
  #lookUp(options: ConnectOptions, lookup: Lookup): void {
    if (ipVersion(options.host) !== 0) {
      void this.#open(options);
      return;
    }
    this.#isLookingUp = true;
    this.#hold();
    lookup(options.host, { family: options.family, hints: 0 }, (error, found, family) => {
      this.#isLookingUp = false;
      this.#hold();
      const address = Array.isArray(found) ? found[0]?.address : found;
      this.emit('lookup', error, address, family, options.host);
      if (this.destroyed) return;
      if (error) {
        this.#host.loop.nextTick(() => void this.destroy(error), []);
        return;
      }
      void this.#open({ ...options, host: address ?? options.host });
    });
  }

  async #open(options: ConnectOptions): Promise<void> {
    const { loop, system } = this.#host;
    const address = lookUpAddress(options.host);
    const { port } = options;
    try {
      const { socket, localPort } =
        options.path === undefined
          ? isOutside(this.#host, options, this.#isEncrypted)
            ? { socket: await this.#connectOutside(options), localPort: 0 }
            : await system.async('connect', port, address)
          : { socket: await system.async('connectTo', this.#host.resolvePath(options.path)), localPort: 0 };
      loop.run(() => {
        if (this.destroyed) return void system.sync('close', socket);
        this.connecting = false;
        this.adopt(socket, { remotePort: port, localPort });
        this.emit('connect');
        this.emit('ready');
        this.watchEnd();
      }, this.#context);
    } catch (error) {
      // Deferred even if it fails immediately, because callers add their error listeners after `connect`.
      loop.post(() => {
        this.connecting = false;
        const place = options.path === undefined ? { address, port } : { address: options.path };
        this.destroy(shapeSystemError(error, { syscall: 'connect', ...place }));
      });
    }
  }

  /** Asynchronous like every connection: the caller receives the socket before it is connected. */
  async #connectOutside(options: ConnectOptions): Promise<number> {
    return connectOutside(this.#host, options, this.#isEncrypted, (error) => this.destroy(error));
  }

  /** Detects the end of the other side even if the program does not read, as in Node; otherwise a server could never close. */
  watchEnd(): void {
    if (!this.destroyed && this.readableFlowing !== false) this.read(0);
    if (this.#wantsRead) this._read();
  }

  #wantsRead = false;
  /** The async context in which the socket was connected; incoming data is delivered there. */
  #context: ContextFrame | null = null;

  override _read(): void {
    if (this.#descriptor === null) {
      this.#wantsRead = true;
      return;
    }
    if (this.#isReading) return;
    this.#isReading = true;
    this.#hold();
    const { loop, system } = this.#host;
    system.async('read', this.#descriptor, CHUNK_BYTES, null).then(
      (bytes) => {
        this.#isReading = false;
        this.#touch();
        loop.run(() => {
          if (this.destroyed) return;
          this.bytesRead += bytes.length;
          if (bytes.length === 0) {
            this.push(null);
            this.read(0);
          } else if (this.push(asBuffer(bytes))) this._read();
        }, this.#context);
        this.#hold();
      },
      (error: unknown) => {
        this.#isReading = false;
        loop.run(() => {
          if (!this.destroyed) this.destroy(shapeSystemError(error, { syscall: 'read' }));
        }, this.#context);
      },
    );
  }

  override _write(chunk: Uint8Array, encoding: string, done: Done): void {
    if (this.#descriptor === null) {
      if (!this.connecting) {
        done(createSystemError('ENOTCONN', { syscall: 'write' }));
        return;
      }
      this.once('connect', () => this._write(chunk, encoding, done));
      return;
    }
    if (this.#isOnItsWay(this.#descriptor, chunk)) done();
    else void this.#send(this.#descriptor, chunk, done);
  }

  /**
   * Sends a small piece without waiting for confirmation, like Node if the kernel accepts it immediately: it arrives even if
   * the socket is destroyed, or the process exits, right after. The kernel processes pieces in the order in which they were
   * sent.
   */
  #isOnItsWay(descriptor: number, chunk: Uint8Array): boolean {
    if (this.#unheard + chunk.length > MAX_UNHEARD_BYTES) return false;
    const { loop, system } = this.#host;
    const settle = (): void => {
      this.#unheard -= chunk.length;
      this.#sending--;
      this.#touch();
      this.#hold();
    };
    this.#unheard += chunk.length;
    this.#bytesSent += chunk.length;
    this.#sending++;
    this.#hold();
    system.async('write', descriptor, chunk, null).then(settle, (error: unknown) => {
      settle();
      loop.run(() => {
        if (!this.destroyed) this.destroy(shapeSystemError(error, { syscall: 'write' }));
      }, this.#context);
    });
    return true;
  }

  /** Sends corked chunks with as few calls as possible. */
  override _writev(chunks: { chunk: Uint8Array; encoding: string }[], done: Done): void {
    const waiting = joinSmall(chunks.map(({ chunk }) => chunk));
    const next: Done = (error) => {
      const first = waiting.shift();
      if (error || first === undefined) done(error);
      else this._write(first, 'buffer', next);
    };
    next();
  }

  async #send(descriptor: number, chunk: Uint8Array, done: Done): Promise<void> {
    const { loop, system } = this.#host;
    this.#sending++;
    this.#hold();
    try {
      for (let rest = chunk; rest.length > 0; ) {
        const count = await system.async('write', descriptor, rest, null);
        rest = rest.subarray(count);
      }
      this.#touch();
      this.#sending--;
      loop.run(() => {
        this.#bytesSent += chunk.length;
        done();
      }, this.#context);
    } catch (error) {
      this.#sending--;
      loop.run(() => done(shapeSystemError(error, { syscall: 'write' })), this.#context);
    }
    this.#hold();
  }

  #sending = 0;
  /** The number of bytes sent but not confirmed yet. */
  #unheard = 0;
  #bytesSent = 0;
  #isLookingUp = false;
  /** As in Node, a connection keeps the process alive only while something is pending; unread data does not keep it alive. */
  #hold(): void {
    const isAwaited = (this.connecting && !this.#isLookingUp) || (this.#descriptor !== null && (this.#isReading || this.#sending > 0));
    if (this.#isReferenced && isAwaited) this.#release ??= this.#host.loop.ref();
    else this.#letGo();
  }
  #letGo(): void {
    this.#release?.();
    this.#release = null;
  }

  override _final(done: Done): void {
    if (this.#descriptor === null) {
      if (!this.connecting) {
        done();
        return;
      }
      this.once('connect', () => this._final(done));
      return;
    }
    this.#host.system.async('shutdown', this.#descriptor).then(
      () => this.#host.loop.run(() => done(), this.#context),
      // The other side is already gone.
      () => this.#host.loop.run(() => done(), this.#context),
    );
  }

  override _destroy(error: unknown, done: Done): void {
    this.#timer?.close();
    this.#timer = null;
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    this.connecting = false;
    this._hadError = error !== null && error !== undefined;
    if (descriptor !== null) this.#host.system.async('close', descriptor).catch(() => {});
    done(error);
    this.#host.loop.nextTick(() => {
      this.#gone?.();
      this.emit('close', this._hadError);
      this.#letGo();
    }, []);
  }

  #gone: (() => void) | null = null;
  /** A callback for its server rather than a listener, because programs inspect listeners. */
  onGone(call: () => void): void {
    this.#gone = call;
  }

  destroySoon(): void {
    if (!this.writableEnded) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
  resetAndDestroy(): this {
    return this.destroy();
  }

  #touch(): void {
    this.#timer?.refresh();
  }
  setTimeout(milliseconds: number, listener?: () => void): this {
    this.#timer?.close();
    this.#timer = null;
    this.timeout = milliseconds;
    if (milliseconds > 0) {
      this.#timer = this.#host.timers.setTimeout(() => this.emit('timeout'), milliseconds).unref();
      if (listener !== undefined) this.once('timeout', listener);
    } else if (listener !== undefined) this.removeListener('timeout', listener);
    return this;
  }
  setNoDelay(_isOn?: boolean): this {
    return this;
  }
  setKeepAlive(_isOn?: boolean, _delay?: number): this {
    return this;
  }
  address(): object {
    return this.localPort === undefined ? {} : { address: this.localAddress, family: this.remoteFamily, port: this.localPort };
  }
  ref(): this {
    this.#isReferenced = true;
    this.#hold();
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    this.#letGo();
    return this;
  }
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}
