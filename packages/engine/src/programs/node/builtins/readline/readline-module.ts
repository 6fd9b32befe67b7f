import type EventEmitter from 'events/';
import { callableClass } from '../../base/callable-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import type { OutputLike } from './interface-options.ts';
import { emitKeypressEvents, type KeyListener } from './keypress-events.ts';
import { LineInterface } from './line-interface.ts';

type Done = (error?: unknown) => void;

function checkDone(done: unknown): void {
  if (done !== undefined && typeof done !== 'function') throw invalidArgumentType('callback', 'of type function', done);
}

/** Creates a function that writes to a terminal. Its callback runs even if there is no stream or the text is null. */
function createSend(host: NodeHost) {
  return (stream: OutputLike | null | undefined, text: string | null, done?: Done): boolean => {
    checkDone(done);
    if (stream === null || stream === undefined || text === null) {
      if (typeof done === 'function') host.loop.nextTick(done, [null]);
      return true;
    }
    return (stream.write as (text: string, done?: Done) => boolean)(text, done);
  };
}

function cursorText(stream: OutputLike | null | undefined, x: unknown, y: unknown): string | null {
  for (const [name, value] of [
    ['x', x],
    ['y', y],
  ])
    if (Number.isNaN(value)) throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument '${String(name)}' is invalid. Received NaN`);
  if (stream === null || stream === undefined || (typeof x !== 'number' && typeof y !== 'number')) return null;
  if (typeof x !== 'number') throw nodeError(TypeError, 'ERR_INVALID_CURSOR_POS', 'Cannot set cursor row without setting its column');
  return typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`;
}

function screenFunctions(host: NodeHost): BuiltinExports {
  const send = createSend(host);
  return {
    clearLine: (stream: OutputLike, direction: number, done?: Done) =>
      send(stream, direction < 0 ? '\u001b[1K' : direction > 0 ? '\u001b[0K' : '\u001b[2K', done),
    clearScreenDown: (stream: OutputLike, done?: Done) => send(stream, '\u001b[0J', done),
    cursorTo: (stream: OutputLike, x: unknown, y?: unknown, done?: Done) => {
      const callback = typeof y === 'function' ? (y as Done) : done;
      checkDone(callback);
      return send(stream, cursorText(stream, x, typeof y === 'function' ? undefined : y), callback);
    },
    moveCursor: (stream: OutputLike, dx: number, dy: number, done?: Done) => {
      const across = dx < 0 ? `\u001b[${-dx}D` : dx > 0 ? `\u001b[${dx}C` : '';
      const down = dy < 0 ? `\u001b[${-dy}A` : dy > 0 ? `\u001b[${dy}B` : '';
      return send(stream, dx || dy ? across + down : null, done);
    },
  };
}

export function createReadlineModule(host: NodeHost): BuiltinExports {
  const Interface = callableClass(
    'Interface',
    class extends LineInterface {
      constructor(input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) {
        super(host, input, output, completer, terminal);
      }
    },
    'instances',
  );
  // Makes `util.promisify(interface.question)` resolve to the answer.
  Object.defineProperty(LineInterface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
    configurable: true,
    value: function question(this: LineInterface, query: string, options: { signal?: AbortSignal } = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (signal?.aborted) return reject(abortError(signal));
        const onAbort = () => signal !== undefined && reject(abortError(signal));
        signal?.addEventListener('abort', onAbort, { once: true });
        this.question(query, options, (answer: string) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        });
      });
    },
  });
  return {
    Interface,
    ...screenFunctions(host),
    createInterface: (input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) =>
      new Interface(input, output, completer, terminal),
    emitKeypressEvents: (stream: EventEmitter, listener?: KeyListener) => emitKeypressEvents(host.timers, stream, listener),
    get promises() {
      return host.builtin('readline/promises');
    },
  };
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Creates `readlinePromises.Readline`, which collects cursor movements and writes them at once. */
function createReadline(host: NodeHost) {
  const texts = screenFunctions(host) as Record<string, (stream: OutputLike, ...args: unknown[]) => boolean>;
  return class Readline {
    readonly #stream: OutputLike;
    readonly #isAtOnce: boolean;
    #todo: string[] = [];
    constructor(stream: OutputLike, options?: { autoCommit?: boolean }) {
      if (typeof stream?.write !== 'function') throw invalidArgumentType('stream', 'an instance of Writable', stream);
      this.#stream = stream;
      this.#isAtOnce = options?.autoCommit === true;
    }
    #add(name: string, args: unknown[]): this {
      const collector = { write: (text: string) => void this.#todo.push(text) };
      texts[name]?.(collector as unknown as OutputLike, ...args); // The functions only write to the stream.
      if (this.#isAtOnce) host.loop.nextTick(() => this.#flush(), []);
      return this;
    }
    #flush(): void {
      for (const text of this.#todo.splice(0)) this.#stream.write(text);
    }
    clearLine(direction: unknown): this {
      return this.#add('clearLine', [direction]);
    }
    clearScreenDown(): this {
      return this.#add('clearScreenDown', []);
    }
    cursorTo(x: unknown, y?: unknown): this {
      return this.#add('cursorTo', [x, y]);
    }
    moveCursor(dx: unknown, dy: unknown): this {
      return this.#add('moveCursor', [dx, dy]);
    }
    commit(): Promise<void> {
      const text = this.#todo.splice(0).join('');
      return new Promise((resolve) => (this.#stream.write as (text: string, done: Done) => void)(text, () => resolve()));
    }
    rollback(): this {
      this.#todo = [];
      return this;
    }
  };
}

export function createReadlinePromisesModule(host: NodeHost): BuiltinExports {
  class Interface extends LineInterface {
    #reject: ((error: unknown) => void) | null = null;
    constructor(input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) {
      super(host, input, output, completer, terminal);
    }
    ask(query: string, options: { signal?: AbortSignal } = {}): Promise<string> {
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (signal !== undefined && !(signal instanceof AbortSignal))
          throw invalidArgumentType('options.signal', 'an instance of AbortSignal', signal);
        if (signal?.aborted) return reject(abortError(signal));
        if (this.closed) return reject(nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed'));
        const onAbort = () => {
          this._cancelQuestion();
          if (signal !== undefined) reject(abortError(signal));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#reject = reject;
        this._ask(query, (answer) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        });
      });
    }
    /** Closes the interface. Ctrl-C rejects an open question if nothing else listens for it. */
    override close(): void {
      const isAsked = this._questionCallback !== null;
      super.close();
      if (isAsked && this._previousKey?.ctrl === true)
        this.#reject?.(
          Object.assign(new Error(`Aborted with Ctrl+${this._previousKey.name?.toUpperCase()}`), { name: 'AbortError', code: 'ABORT_ERR' }),
        );
    }
  }
  // The promise version replaces the callback version.
  Object.defineProperty(Interface.prototype, 'question', { value: Interface.prototype.ask, writable: true, configurable: true });
  return {
    Interface,
    Readline: createReadline(host),
    createInterface: (input: unknown, output?: unknown, completer?: unknown, terminal?: unknown) =>
      new Interface(input, output, completer, terminal),
  };
}
