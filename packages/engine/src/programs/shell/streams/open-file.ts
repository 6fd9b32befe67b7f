import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { FileStatus, SystemCalls } from '../../../abi/system-calls.ts';
import { SystemError } from '../../../abi/system-calls.ts';

export const READ_SIZE = 64 * 1024;

/**
 * An open descriptor as held by the shell. It is reference-counted because each subshell copies the descriptor table, and has a pushback
 * buffer because bytes that `read` read too far belong to the next reader inside the shell.
 */
export class OpenFile {
  readonly #system: SystemCalls;
  #descriptor: number | null;
  readonly #kind: FileStatus['kind'] | null;
  #references = 1;
  #pushback: Uint8Array | null = null;
  /** A read that was pending when its reader was interrupted; the next reader gets its bytes. */
  #pending: Promise<Uint8Array> | null = null;
  /** Descriptors 0, 1 and 2 of the process itself stay open until it ends. */
  readonly #isOwned: boolean;

  private constructor(system: SystemCalls, descriptor: number | null, kind: FileStatus['kind'] | null, isOwned: boolean) {
    this.#system = system;
    this.#descriptor = descriptor;
    this.#kind = kind;
    this.#isOwned = isOwned;
  }

  static owned(system: SystemCalls, descriptor: number): OpenFile {
    return new OpenFile(system, descriptor, OpenFile.#kindOf(system, descriptor), true);
  }

  static inherited(system: SystemCalls, descriptor: number): OpenFile {
    return new OpenFile(system, descriptor, OpenFile.#kindOf(system, descriptor), false);
  }

  static pipeEnd(system: SystemCalls, descriptor: number): OpenFile {
    return new OpenFile(system, descriptor, 'pipe', true);
  }

  /** Opens `/dev/null`. */
  static nothing(system: SystemCalls): OpenFile {
    return new OpenFile(system, null, null, false);
  }

  static #kindOf(system: SystemCalls, descriptor: number): FileStatus['kind'] | null {
    try {
      return system.sync('fstat', descriptor).kind;
    } catch {
      return null;
    }
  }

  /** `null` for `/dev/null`. */
  get descriptor(): number | null {
    return this.#descriptor;
  }

  get isTerminal(): boolean {
    return this.#kind === 'terminal';
  }

  /** A terminal or a hidden console, where a user may answer. */
  get isConsole(): boolean {
    return this.#kind === 'terminal' || this.#kind === 'console';
  }

  get isRegularFile(): boolean {
    return this.#kind === 'file';
  }

  /** The shell opened it, or it is a file; false for the pipe or terminal that the process inherited. */
  get isRedirected(): boolean {
    return this.#kind === 'file' || (this.#isOwned && this.#descriptor !== null);
  }

  retain(): this {
    this.#references += 1;
    return this;
  }

  release(): void {
    this.#references -= 1;
    if (this.#references > 0 || this.#descriptor === null || !this.#isOwned) return;
    this.#system.sync('close', this.#descriptor);
    this.#descriptor = null;
  }

  /** Reads a chunk; empty at the end. Rejects with the signal's reason if it aborts first; the bytes then go to the next reader. */
  async read(signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const pushback = this.#pushback;
    if (pushback !== null) {
      this.#pushback = null;
      return pushback;
    }
    if (this.#descriptor === null) return new Uint8Array(0);
    // A regular file never blocks, so the cheap form of the call is enough.
    if (this.#kind === 'file') return this.#system.sync('read', this.#descriptor, READ_SIZE, null);
    this.#pending ??= this.#system.async('read', this.#descriptor, READ_SIZE, null);
    const bytes = await orAbort(this.#pending, signal);
    this.#pending = null;
    return bytes;
  }

  /** Returns bytes to be read again by the next `read`. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const rest = this.#pushback;
    if (rest === null) {
      this.#pushback = bytes;
      return;
    }
    this.#pushback = joinBytes([bytes, rest]);
  }

  /** Writes all bytes. */
  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (this.#descriptor === null) return;
    let rest = bytes;
    while (rest.length > 0) {
      const descriptor = this.#descriptor;
      if (descriptor === null) throw new SystemError('EBADF', 'bad file descriptor');
      const taken =
        this.#kind === 'file'
          ? this.#system.sync('write', descriptor, rest, null)
          : await orAbort(this.#system.async('write', descriptor, rest, null), signal);
      rest = rest.subarray(taken);
    }
  }
}

function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
