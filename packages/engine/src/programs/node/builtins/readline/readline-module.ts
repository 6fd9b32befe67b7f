import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { emitKeypressEvents } from './keypress-events.ts';
import { type InputLike, type InterfaceOptions, LineInterface, type OutputLike } from './line-interface.ts';

type Done = () => void;

function send(stream: OutputLike, text: string, done?: Done): boolean {
  stream.write(text);
  done?.();
  return true;
}

function optionsFrom(args: unknown[]): InterfaceOptions {
  const [first, output, , terminal] = args;
  // `createInterface(input, output)` is the old form.
  if (typeof first === 'object' && first !== null && 'input' in first) return first as InterfaceOptions;
  return {
    input: first as InputLike,
    ...(output === undefined ? {} : { output: output as OutputLike }),
    ...(terminal === undefined ? {} : { terminal: terminal === true }),
  };
}

export function createReadlineModule(host: NodeHost): BuiltinExports {
  return {
    Interface: LineInterface,
    createInterface: (...args: unknown[]) => new LineInterface(host, optionsFrom(args)),
    clearLine: (stream: OutputLike, direction: number, done?: Done) =>
      send(stream, direction < 0 ? '\u001b[1K' : direction > 0 ? '\u001b[0K' : '\u001b[2K', done),
    clearScreenDown: (stream: OutputLike, done?: Done) => send(stream, '\u001b[0J', done),
    cursorTo: (stream: OutputLike, x: number, y?: number | Done, done?: Done) =>
      send(stream, typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, typeof y === 'function' ? y : done),
    moveCursor: (stream: OutputLike, dx: number, dy: number, done?: Done) => {
      const horizontal = dx < 0 ? `\u001b[${-dx}D` : dx > 0 ? `\u001b[${dx}C` : '';
      const vertical = dy < 0 ? `\u001b[${-dy}A` : dy > 0 ? `\u001b[${dy}B` : '';
      return send(stream, horizontal + vertical, done);
    },
    emitKeypressEvents,
    get promises() {
      return host.builtin('readline/promises');
    },
  };
}

export function createReadlinePromisesModule(host: NodeHost): BuiltinExports {
  class PromiseInterface extends LineInterface {
    ask(query: string, options: { signal?: AbortSignal } = {}): Promise<string> {
      return new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
        super.question(query, resolve);
      });
    }
  }
  // The promise form takes the place of the one with a callback.
  Object.defineProperty(PromiseInterface.prototype, 'question', {
    value: PromiseInterface.prototype.ask,
    writable: true,
    configurable: true,
  });
  return {
    Interface: PromiseInterface,
    createInterface: (...args: unknown[]) => new PromiseInterface(host, optionsFrom(args)),
  };
}
