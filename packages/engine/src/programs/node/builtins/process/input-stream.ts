import { Readable } from 'readable-stream';
import { asBuffer } from '../../base/buffer-class.ts';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import type { ContextFrame, Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';

const CHUNK_BYTES = 65_536;

/** The class of `process.stdin`. Keeps the process alive only while the program waits for input. */
export class InputStream extends Readable {
  readonly fd: number;
  declare isTTY?: true;
  isRaw = false;
  #isReading = false;
  /** The async context in which the stream was created; input is delivered there. */
  #context: ContextFrame | null = null;
  #isReferenced = true;
  #release: Release | null = null;
  protected readonly host: NodeHost;

  constructor(host: NodeHost, descriptor: number) {
    super({ highWaterMark: CHUNK_BYTES, autoDestroy: false, emitClose: false });
    this.host = host;
    this.fd = descriptor;
    this.#context = host.loop.context;
  }

  override _read(): void {
    this.#updateReference(true);
    if (this.#isReading) return;
    this.#isReading = true;
    const ready = this.#isFirst ? this.readyInput() : null;
    this.#isFirst = false;
    if (ready !== null) {
      this.host.loop.nextTick(() => this.#finishRead(() => this.push(asBuffer(ready))), []);
      return;
    }
    this.host.system.async('read', this.fd, CHUNK_BYTES, null).then(
      (bytes) => this.#finishRead(() => this.push(bytes.length === 0 ? null : asBuffer(bytes))),
      (error: unknown) => this.#finishRead(() => this.destroy(shapeSystemError(error, { syscall: 'read' }))),
    );
  }

  #isFirst = true;

  /**
   * Returns the pipe's contents on the first read, or `null` if it is empty. Native Node finds them before its first
   * `setImmediate`, where some programs check whether they have input.
   */
  protected readyInput(): Uint8Array | null {
    const { system } = this.host;
    try {
      if (system.sync('fstat', this.fd).size === 0) return null;
      const bytes = system.sync('read', this.fd, CHUNK_BYTES, null);
      return bytes.length === 0 ? null : bytes;
    } catch {
      // The asynchronous read reports the error.
      return null;
    }
  }

  #finishRead(deliver: () => void): void {
    this.#isReading = false;
    this.host.loop.run(deliver, this.#context);
    if (!this.#isReading) this.#updateReference(false);
  }

  #updateReference(isWaiting: boolean): void {
    this.onWaiting(isWaiting);
    if (isWaiting && this.#isReferenced) this.#release ??= this.host.loop.ref();
    else {
      this.#release?.();
      this.#release = null;
    }
  }

  /**
   * Called when the program starts or stops waiting for input. A pending read does not show this, because it continues when the stream is
   * paused.
   */
  protected onWaiting(_isWaiting: boolean): void {}

  override pause(): this {
    super.pause();
    this.#updateReference(false);
    return this;
  }
  override resume(): this {
    if (this.#isReading) this.#updateReference(true);
    return super.resume();
  }
  ref(): this {
    this.#isReferenced = true;
    if (this.#isReading) this.#updateReference(true);
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    this.#updateReference(false);
    return this;
  }
  override _destroy(error: unknown, done: (error?: unknown) => void): void {
    this.#updateReference(false);
    done(error);
  }
}

/** On a terminal, watchers are notified that the program waits for input. */
export class ConsoleInputStream extends InputStream {
  #isWaiting = true;

  /** The line may still be edited, so it is not read in advance. */
  protected override readyInput(): null {
    return null;
  }

  protected override onWaiting(isWaiting: boolean): void {
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.host.system.async('setReadWanted', this.fd, isWaiting).catch(() => undefined); // Closed in the meantime.
  }
}

/** Node's `tty.ReadStream`. */
export class TerminalInputStream extends ConsoleInputStream {
  override isTTY = true as const;

  setRawMode(isRaw: unknown): this {
    this.host.system.sync('setTerminalRaw', this.fd, Boolean(isRaw));
    this.isRaw = Boolean(isRaw);
    return this;
  }
}
