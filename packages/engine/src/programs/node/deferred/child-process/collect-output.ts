import { Buffer } from '../../base/buffer-class.ts';
import type { ChildProcess } from '../../builtins/child-process/child-process.ts';
import type { PipeReader } from '../../builtins/child-process/pipe-streams.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Callback } from './call-arguments.ts';
import { killSignalOf, maxBufferOf, type Options, timeoutOf } from './signals-and-limits.ts';

const DEFAULT_MAX_BUFFER = 1024 * 1024;

/** One output of the child, up to a number of bytes; stored as text if it has an encoding. */
class Kept {
  readonly #parts: (string | Uint8Array)[] = [];
  #size = 0;

  constructor(readonly stream: PipeReader | null) {}

  /** Returns false if the limit is exceeded. */
  add(chunk: string | Uint8Array, most: number): boolean {
    const size = typeof chunk === 'string' ? Buffer.byteLength(chunk, this.stream?.readableEncoding ?? 'utf8') : chunk.length;
    const room = most - this.#size;
    this.#size += size;
    this.#parts.push(size > room ? chunk.slice(0, room) : chunk);
    return size <= room;
  }

  whole(isText: boolean): unknown {
    if (isText || this.stream?.readableEncoding) return this.#parts.join('');
    return Buffer.concat(this.#parts as Uint8Array[]); // Without an encoding there are only bytes.
  }
}

interface Execution {
  file: unknown;
  words: unknown[];
  options: Options;
  callback: Callback | null;
  spawn(file: unknown, args: unknown, options: Options): ChildProcess;
}

/** Starts a child, collects its output until it closes, and calls the callback. */
export function collectOutput(host: NodeHost, { file, words, options, callback, spawn }: Execution): ChildProcess {
  const timeout = timeoutOf(options);
  const maxBuffer = maxBufferOf(options, DEFAULT_MAX_BUFFER);
  const killSignal = killSignalOf({ killSignal: options.killSignal ?? 'SIGTERM' });
  const { cwd, env, gid, shell, signal, uid, windowsHide, windowsVerbatimArguments, argv0 } = options;
  const hidden = { windowsHide: Boolean(windowsHide), windowsVerbatimArguments: Boolean(windowsVerbatimArguments) };
  const child = spawn(file, words, { cwd, env, gid, shell: shell ?? false, signal, uid, argv0, ...hidden });
  const encoding = 'encoding' in options ? options.encoding : 'utf8';
  const text = encoding !== 'buffer' && Buffer.isEncoding(String(encoding)) ? String(encoding) : null;
  const kept = { stdout: new Kept(child.stdout), stderr: new Kept(child.stderr) };
  let failure: unknown = null;
  let isKilled = false;
  let hasEnded = false;
  const timer = timeout > 0 ? host.timers.setTimeout(() => end(), timeout) : null;

  const finish = (code: number | null, signalName: string | null): void => {
    if (hasEnded) return;
    hasEnded = true;
    timer?.close();
    if (callback === null) return;
    const stdout = kept.stdout.whole(text !== null);
    const stderr = kept.stderr.whole(text !== null);
    if (failure === null && code === 0 && signalName === null) {
      callback(null, stdout, stderr);
      return;
    }
    const command = [file, ...words].join(' ');
    if (failure === null) {
      const shownCode = code !== null && code < 0 ? (host.builtin('util').getSystemErrorName as (code: number) => string)(code) : code;
      const fields = { code: shownCode, killed: child.killed || isKilled, signal: signalName };
      failure = Object.assign(new Error(`Command failed: ${command}\n${String(stderr)}`), fields);
    }
    callback(Object.assign(failure as object, { cmd: command }), stdout, stderr);
  };
  const end = (): void => {
    child.stdout?.destroy();
    child.stderr?.destroy();
    isKilled = true;
    try {
      child.kill(killSignal);
    } catch (error) {
      failure ??= error;
      finish(0, null);
    }
  };
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name];
    if (stream === null) continue;
    if (text !== null) stream.setEncoding(text);
    stream.on('data', (chunk: unknown) => {
      // Bytes, or text if an encoding is set.
      if (kept[name].add(chunk as string | Uint8Array, maxBuffer)) return;
      failure = nodeError(RangeError, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${name} maxBuffer length exceeded`);
      end();
    });
  }
  child.on('close', finish);
  child.on('error', (error: unknown) => {
    failure = error;
    child.stdout?.destroy();
    child.stderr?.destroy();
    finish(0, null);
  });
  return child;
}
