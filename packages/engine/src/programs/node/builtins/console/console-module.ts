import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { renderTable } from './console-table.ts';

interface Output {
  write(text: string, done?: (error: unknown) => void): unknown;
  listenerCount?(name: string): number;
  once?(name: string, listener: () => void): unknown;
  isTTY?: boolean;
  getColorDepth?(): number;
}

interface ConsoleOptions {
  stdout: Output;
  stderr?: Output;
  inspectOptions?: object;
  colorMode?: boolean | 'auto';
  groupIndentation?: number;
  ignoreErrors?: boolean;
}

function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(3))}ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(3)}s`;
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}.${String(Math.floor(milliseconds % 1000)).padStart(3, '0')} (m:ss.mmm)`;
}

/** Writes a line; if `ignoresErrors`, a closed output does not fail the program. */
function writeLine(stream: Output, line: string, ignoresErrors: boolean): void {
  if (!ignoresErrors) {
    stream.write(line);
    return;
  }
  try {
    stream.write(line, (error) => {
      if (error && stream.listenerCount?.('error') === 0) stream.once?.('error', () => {});
    });
  } catch (error) {
    // A stack overflow is the program's own error.
    if (error instanceof RangeError) throw error;
  }
}

/** Creates the functions of a console. Each is bound, because programs pass them around. */
function createConsoleMethods(inspection: Inspection, options: () => ConsoleOptions): Record<string, (...args: unknown[]) => unknown> {
  let indentation = '';
  const timers = new Map<string, number>();
  const counts = new Map<string, number>();
  const print = (stream: Output, args: unknown[]) => {
    const { colorMode = 'auto', inspectOptions = {} } = options();
    const colors = colorMode === 'auto' ? stream.isTTY === true && (stream.getColorDepth?.() ?? 1) > 2 : colorMode;
    const text = inspection.formatWithOptions({ colors, ...inspectOptions }, ...args);
    writeLine(stream, `${indentation === '' ? text : text.replace(/^/gm, indentation)}\n`, options().ignoreErrors !== false);
  };
  const log = (...args: unknown[]) => print(options().stdout, args);
  const error = (...args: unknown[]) => print(options().stderr ?? options().stdout, args);
  const step = () => ' '.repeat(options().groupIndentation ?? 2);
  const warn = (message: string) => error(`Warning: ${message}`);
  const group = (...args: unknown[]) => {
    if (args.length > 0) log(...args);
    indentation += step();
  };
  return {
    log,
    error,
    info: log,
    debug: log,
    warn: error,
    dirxml: log,
    dir: (value, given) => log(inspection.inspect(value, { customInspect: false, ...(given as object | undefined) })),
    trace: (...args) => {
      const stack = (new Error('').stack ?? '').split('\n').slice(2).join('\n');
      error(`Trace${args.length === 0 ? '' : `: ${inspection.format(...args)}`}\n${stack}`);
    },
    assert: (condition, ...args) => {
      if (condition) return;
      if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
      else args.unshift(args.length === 0 ? 'Assertion failed' : 'Assertion failed:');
      error(...args);
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indentation = indentation.slice(0, Math.max(0, indentation.length - step().length));
    },
    time: (label = 'default') => {
      if (timers.has(String(label))) return warn(`Label '${String(label)}' already exists for console.time()`);
      timers.set(String(label), monotonicNow());
    },
    timeEnd: (label = 'default') => {
      const startedAt = timers.get(String(label));
      if (startedAt === undefined) return warn(`No such label '${String(label)}' for console.timeEnd()`);
      timers.delete(String(label));
      log(`${String(label)}: ${formatDuration(monotonicNow() - startedAt)}`);
    },
    timeLog: (label = 'default', ...args) => {
      const startedAt = timers.get(String(label));
      if (startedAt === undefined) return warn(`No such label '${String(label)}' for console.timeLog()`);
      log(`${String(label)}: ${formatDuration(monotonicNow() - startedAt)}`, ...args);
    },
    count: (label = 'default') => {
      const count = (counts.get(String(label)) ?? 0) + 1;
      counts.set(String(label), count);
      log(`${String(label)}: ${count}`);
    },
    countReset: (label = 'default') => {
      if (!counts.delete(String(label))) warn(`Count for '${String(label)}' does not exist`);
    },
    table: (data, columns) => {
      if (typeof data !== 'object' || data === null) return log(data);
      if (columns !== undefined && !Array.isArray(columns)) throw invalidArgumentType('properties', 'an instance of Array', columns);
      log(
        renderTable(data, columns as string[] | undefined, (value) =>
          inspection.inspect(value, { depth: 0, maxArrayLength: 3, breakLength: Number.POSITIVE_INFINITY }),
        ),
      );
    },
    clear: () => {
      const { stdout } = options();
      // As in Node, moves the cursor to the top and clears below it, but only on a terminal.
      if (stdout.isTTY === true) stdout.write('\x1b[1;1H\x1b[0J');
    },
  };
}

export function createConsole(host: NodeHost, inspection: Inspection): BuiltinExports {
  const process = host.builtin('process');
  // Programs may replace the streams (draftlog counts lines); the process's own streams are created on first use.
  const replaced: { stdout?: Output; stderr?: Output } = {};
  const stdout = () => replaced.stdout ?? (process.stdout as Output);
  const stderr = () => replaced.stderr ?? (process.stderr as Output);
  const standard = createConsoleMethods(inspection, () => ({ stdout: stdout(), stderr: stderr() }));
  const console: BuiltinExports = { ...standard };
  const ownMethods = new WeakMap<object, typeof standard>();
  // Callable with and without `new`.
  function Console(this: unknown, first: Output | ConsoleOptions, stderr?: Output): BuiltinExports {
    const options: ConsoleOptions = 'write' in first ? (stderr === undefined ? { stdout: first } : { stdout: first, stderr }) : first;
    if (typeof options.stdout?.write !== 'function')
      throw Object.assign(new TypeError('Console expects a writable stream instance for stdout'), { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
    const instance: BuiltinExports = Object.create(new.target?.prototype ?? Console.prototype);
    const hidden = (value: unknown) => ({ value, writable: true, configurable: true, enumerable: false });
    Object.defineProperties(instance, { _stdout: hidden(options.stdout), _stderr: hidden(options.stderr ?? options.stdout) });
    // The current streams, which may have been replaced.
    const current = () => ({ ...options, stdout: instance._stdout as Output, stderr: instance._stderr as Output });
    ownMethods.set(instance, createConsoleMethods(inspection, current));
    // Methods are bound, and taken from the prototypes, because a derived class may override them (jest).
    for (const name of Object.keys(standard)) {
      const method = instance[name] as (...args: unknown[]) => unknown; // All of these names are methods of the prototype.
      instance[name] = method.bind(instance);
    }
    return instance;
  }
  for (const name of Object.keys(standard))
    Object.defineProperty(Console.prototype, name, {
      value(this: object, ...args: unknown[]): unknown {
        return (ownMethods.get(this) ?? standard)[name]?.(...args);
      },
      writable: true,
      configurable: true,
      enumerable: true,
    });
  // These belong to developer tools; in Node they also do nothing while no inspector is open.
  for (const name of ['profile', 'profileEnd', 'timeStamp']) console[name] = () => {};
  console.context = () => console;
  console.createTask = () => ({ run: (task: () => unknown) => task() });
  Object.defineProperties(console, {
    _stdout: { get: stdout, set: (stream: Output) => (replaced.stdout = stream), configurable: true },
    _stderr: { get: stderr, set: (stream: Output) => (replaced.stderr = stream), configurable: true },
    _ignoreErrors: { value: true, writable: true, configurable: true },
    _times: { value: new Map(), writable: true, configurable: true },
  });
  console.Console = Console;
  Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true });
  Object.defineProperty(Console, Symbol.hasInstance, {
    value: (value: unknown) => value === console || Object.prototype.isPrototypeOf.call(Console.prototype, value as object),
  });
  return console;
}
