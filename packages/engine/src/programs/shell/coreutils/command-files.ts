import type { DirectoryItem, FileStatus, SystemCalls } from '../../../abi/system-calls.ts';
import { OpenFlag, SystemError } from '../../../abi/system-calls.ts';
import { InputStream } from '../streams/input-stream.ts';
import { OpenFile } from '../streams/open-file.ts';
import { OutputStream } from '../streams/output-stream.ts';
import { resolveName } from '../text/resolve-path.ts';

/** An error while opening, reading or writing a file. */
export class FileError extends SystemError {
  constructor(
    { code, message }: SystemError,
    readonly path: string,
  ) {
    super(code, message);
  }
}

/** Files as seen by one command: relative to its working directory, with its standard input as `-`. */
export class CommandFiles {
  readonly #system: SystemCalls;
  readonly #cwd: string;
  readonly #stdin: InputStream;
  readonly #stdout: OutputStream;
  readonly #signal: AbortSignal;
  readonly #descriptor: (number: number) => OpenFile | null;

  constructor(parts: {
    system: SystemCalls;
    cwd: string;
    stdin: InputStream;
    stdout: OutputStream;
    signal: AbortSignal;
    /** Resolves `/dev/fd/N`: process substitutions and inherited descriptors. */
    descriptor: (number: number) => OpenFile | null;
  }) {
    this.#system = parts.system;
    this.#cwd = parts.cwd;
    this.#stdin = parts.stdin;
    this.#stdout = parts.stdout;
    this.#signal = parts.signal;
    this.#descriptor = parts.descriptor;
  }

  resolve(path: string): string {
    return resolveName(this.#cwd, path);
  }

  /** Opens a file; `-` is standard input. Fails with EISDIR on a directory. The caller releases the stream. */
  input(path: string): InputStream {
    if (path === '-' || path === '/dev/stdin') return this.#stdin;
    return new InputStream(this.#open(path, OpenFlag.READ_ONLY), this.#signal, this.#stdout);
  }

  output(path: string, mode: 'truncate' | 'append'): OutputFile {
    const flags = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | (mode === 'append' ? OpenFlag.APPEND : OpenFlag.TRUNCATE);
    const file = this.#open(path, flags);
    return { stream: new OutputStream(file, this.#signal), release: () => file.release() };
  }

  #open(path: string, flags: number): OpenFile {
    if (path === '/dev/null') return OpenFile.nothing(this.#system);
    const inherited = this.#inherited(path);
    if (inherited !== null) return inherited.retain();
    return this.#named(path, () => OpenFile.owned(this.#system, this.#system.sync('open', this.resolve(path), flags, 0o666)));
  }

  /** Runs `work` and adds the file's name to its error. */
  #named<Result>(path: string, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw error instanceof SystemError ? new FileError(error, path) : error;
    }
  }

  #inherited(path: string): OpenFile | null {
    const numbered = /^\/dev\/fd\/(\d+)$/.exec(path);
    return numbered === null ? null : this.#descriptor(Number(numbered[1]));
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path));
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const input = this.input(path);
    try {
      return await input.readAll();
    } finally {
      if (input !== this.#stdin) input.release();
    }
  }

  writeText(path: string, text: string): void {
    this.writeBytes(path, new TextEncoder().encode(text));
  }

  writeBytes(path: string, bytes: Uint8Array, mode = 0o666): void {
    if (path === '/dev/null') return;
    const flags = OpenFlag.CREATE | OpenFlag.TRUNCATE | OpenFlag.WRITE_ONLY;
    this.#named(path, () => this.#system.sync('writeFile', this.resolve(path), bytes, flags, mode));
  }

  stat(path: string): FileStatus {
    return this.#system.sync('stat', this.resolve(path));
  }

  lstat(path: string): FileStatus {
    return this.#system.sync('lstat', this.resolve(path));
  }

  /** Returns null if the path does not exist. */
  find(path: string, isFollowing = true): FileStatus | null {
    try {
      const inherited = this.#inherited(path);
      if (inherited !== null) return inherited.descriptor === null ? null : this.#system.sync('fstat', inherited.descriptor);
      return isFollowing ? this.stat(path) : this.lstat(path);
    } catch {
      return null;
    }
  }

  isDirectory(path: string): boolean {
    return this.find(path)?.kind === 'directory';
  }

  /** Returns the entries sorted by name. */
  list(path: string): DirectoryItem[] {
    return this.#system.sync('readdir', this.resolve(path)).sort((left, right) => compareNames(left.name, right.name));
  }
}

export interface OutputFile {
  stream: OutputStream;
  /** Call after the last `flush` of the stream. */
  release(): void;
}

/** Compares by byte order, as in the C locale. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
