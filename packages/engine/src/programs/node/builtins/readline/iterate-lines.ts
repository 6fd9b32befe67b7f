import type { LineInterface } from './line-interface.ts';

/** The source is paused if more lines than this are waiting. */
const MOST_WAITING = 1024;
/** The source is resumed if fewer lines than this are waiting. */
const FEWEST_WAITING = 1;

const watermarks = Symbol.for('nodejs.watermarkData');
const iterators = new WeakMap<LineInterface, AsyncIterableIterator<string>>();

/** Returns the interface's iterator, which all loops over it share. */
export function iterateLines(lines: LineInterface): AsyncIterableIterator<string> {
  const made = iterators.get(lines) ?? createIterator(lines);
  iterators.set(lines, made);
  return made;
}

/** Creates the iterator of `for await (const line of interface)`. Lines that arrive between two steps of the loop are queued. */
function createIterator(lines: LineInterface): AsyncIterableIterator<string> {
  const waiting: string[] = [];
  const readers: { resolve(result: IteratorResult<string>): void; reject(error: unknown): void }[] = [];
  let failure: { error: unknown } | null = null;
  let isDone = lines.closed;
  let isPaused = false;
  const onLine = (line: string) => {
    const reader = readers.shift();
    if (reader !== undefined) reader.resolve({ done: false, value: line });
    else if (waiting.push(line) > MOST_WAITING && !lines.closed && !isPaused) {
      isPaused = true;
      lines.pause();
    }
  };
  const end = () => {
    isDone = true;
    for (const reader of readers.splice(0)) reader.resolve({ done: true, value: undefined });
  };
  const fail = (error: unknown) => {
    const reader = readers.shift();
    if (reader === undefined) failure = { error };
    else reader.reject(error);
  };
  lines.on('line', onLine);
  lines.on('error', fail);
  lines.once('close', end);
  const stop = () => {
    lines.removeListener('line', onLine);
    lines.removeListener('error', fail);
    lines.removeListener('close', end);
    end();
  };
  const state = {
    high: MOST_WAITING,
    low: FEWEST_WAITING,
    get size() {
      return waiting.length;
    },
    get isPaused() {
      return isPaused;
    },
  };
  const iterator: AsyncIterableIterator<string> = {
    async next() {
      const line = waiting.shift();
      if (line !== undefined) {
        if (isPaused && waiting.length < FEWEST_WAITING && !lines.closed) {
          isPaused = false;
          lines.resume();
        }
        return { done: false, value: line };
      }
      if (failure !== null) {
        const { error } = failure;
        failure = null;
        stop();
        throw error;
      }
      if (isDone) return { done: true, value: undefined };
      return new Promise((resolve, reject) => readers.push({ resolve, reject }));
    },
    async return() {
      stop();
      lines.close();
      return { done: true, value: undefined };
    },
    async throw(error) {
      stop();
      lines.close();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return Object.assign(iterator, { [watermarks]: state });
}
