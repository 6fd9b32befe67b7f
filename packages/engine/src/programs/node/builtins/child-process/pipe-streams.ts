import { Writable } from 'readable-stream';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { InputStream } from '../process/input-stream.ts';

type Done = (error?: unknown) => void;

/** The parent's end of a child's output. */
export class PipeReader extends InputStream {
  // Node's stream is a socket, which reports the direction that it does not support.
  readonly writable = false;
  constructor(host: NodeHost, descriptor: number) {
    super(host, descriptor);
    this.once('end', () => this.destroy());
  }

  get _handle(): { fd: number } | null {
    return this.destroyed ? null : { fd: this.fd };
  }
  override _destroy(error: unknown, done: Done): void {
    super._destroy(error, (failure) => {
      this.host.system.async('close', this.fd).catch(() => {});
      done(failure);
      this.host.loop.nextTick(() => this.emit('close'), []);
    });
  }
}

/** The parent's end of a child's input. */
export class PipeWriter extends Writable {
  readonly readable = false;
  readonly #host: NodeHost;
  #descriptor: number | null;

  constructor(host: NodeHost, descriptor: number) {
    super({ decodeStrings: true });
    this.#host = host;
    this.#descriptor = descriptor;
  }

  get _handle(): { fd: number } | null {
    return this.#descriptor === null ? null : { fd: this.#descriptor };
  }
  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    void this.#send(chunk, done);
  }
  async #send(chunk: Uint8Array, done: Done): Promise<void> {
    const { system, loop } = this.#host;
    const release = loop.ref();
    const { context } = loop;
    try {
      for (let rest = chunk; rest.length > 0 && this.#descriptor !== null; )
        rest = rest.subarray(await system.async('write', this.#descriptor, new Uint8Array(rest), null));
      loop.run(() => done(), context);
    } catch (error) {
      loop.run(() => done(shapeSystemError(error, { syscall: 'write' })), context);
    }
    release();
  }
  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    if (descriptor !== null) this.#host.system.async('close', descriptor).catch(() => {});
  }
  override _final(done: Done): void {
    this.#close();
    done();
  }
  override _destroy(error: unknown, done: Done): void {
    this.#close();
    done(error);
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
