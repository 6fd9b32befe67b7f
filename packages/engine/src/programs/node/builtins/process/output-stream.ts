import { Writable } from 'readable-stream';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import type { NodeHost } from '../../node-host.ts';

type Callback = (error?: unknown) => void;

/** The class of `process.stdout` and `process.stderr`. Writes synchronously, so that nothing is lost when the process ends. */
export class OutputStream extends Writable {
  readonly fd: number;
  readonly _isStdio = true;
  readonly _type: string = 'pipe';
  declare isTTY?: true;
  protected readonly host: NodeHost;

  constructor(host: NodeHost, descriptor: number) {
    super({ decodeStrings: true, emitClose: false, autoDestroy: false, highWaterMark: 65_536 });
    this.host = host;
    this.fd = descriptor;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Callback): void {
    try {
      let rest = chunk;
      while (rest.length > 0) rest = rest.subarray(this.host.system.sync('write', this.fd, new Uint8Array(rest), null));
      done();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('would block')) this.#writeLater(chunk, done);
      else done(shapeSystemError(error, { syscall: 'write' }));
    }
  }

  /** Writes asynchronously if synchronous waiting is impossible (a kernel in the same thread). */
  #writeLater(chunk: Uint8Array, done: Callback): void {
    const release = this.host.loop.ref();
    void (async () => {
      try {
        let rest = chunk;
        while (rest.length > 0) rest = rest.subarray(await this.host.system.async('write', this.fd, new Uint8Array(rest), null));
        this.host.loop.run(() => done());
      } catch (error) {
        this.host.loop.run(() => done(shapeSystemError(error, { syscall: 'write' })));
      }
      release();
    })();
  }

  /** Standard streams stay open, because other processes may still write to the terminal. */
  override _destroy(error: unknown, done: Callback): void {
    done(error);
  }

  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

type Sequence = string;

/** Node's `tty.WriteStream`. */
export class TerminalOutputStream extends OutputStream {
  override readonly _type = 'tty';
  override isTTY = true as const;
  #unsubscribe: (() => void) | null = null;

  constructor(host: NodeHost, descriptor: number) {
    super(host, descriptor);
    this.#unsubscribe = host.system.onPush((push) => {
      if (push.type === 'signal' && push.signal === 'SIGWINCH') host.loop.run(() => this.emit('resize'));
    });
  }
  get columns(): number {
    return this.host.system.sync('terminalSize', this.fd).columns;
  }
  get rows(): number {
    return this.host.system.sync('terminalSize', this.fd).rows;
  }
  getWindowSize(): [number, number] {
    const { columns, rows } = this.host.system.sync('terminalSize', this.fd);
    return [columns, rows];
  }
  getColorDepth(given?: Record<string, string | undefined>): number {
    // Also called on the prototype (tsx), which has no stream and so no environment.
    const env = given ?? (this.host as NodeHost | undefined)?.context.env ?? {};
    if (env.FORCE_COLOR === '0' || env.NO_COLOR || env.TERM === 'dumb') return 1;
    if (env.COLORTERM === 'truecolor') return 24;
    return 8;
  }
  hasColors(count: unknown = 16, env?: Record<string, string>): boolean {
    return (
      (typeof count === 'number' ? count : 16) <=
      2 ** this.getColorDepth(typeof count === 'object' ? (count as Record<string, string>) : env)
    );
  }
  #send(sequence: Sequence, callback?: Callback): boolean {
    return this.write(sequence, undefined, callback);
  }
  cursorTo(x: number, y?: number | Callback, callback?: Callback): boolean {
    const done = typeof y === 'function' ? y : callback;
    return this.#send(typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, done);
  }
  moveCursor(dx: number, dy: number, callback?: Callback): boolean {
    const horizontal = dx < 0 ? `\u001b[${-dx}D` : dx > 0 ? `\u001b[${dx}C` : '';
    const vertical = dy < 0 ? `\u001b[${-dy}A` : dy > 0 ? `\u001b[${dy}B` : '';
    return this.#send(horizontal + vertical, callback);
  }
  clearLine(direction: number, callback?: Callback): boolean {
    return this.#send(direction < 0 ? '\u001b[1K' : direction > 0 ? '\u001b[0K' : '\u001b[2K', callback);
  }
  clearScreenDown(callback?: Callback): boolean {
    return this.#send('\u001b[0J', callback);
  }
  stopListening(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}
