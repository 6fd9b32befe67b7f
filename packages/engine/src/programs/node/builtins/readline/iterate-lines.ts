import type { LineInterface } from './line-interface.ts';

/** Lines that wait before their source is paused. */
const MOST_WAITING = 1024;

/** `for await (const line of interface)`: nothing of what comes before the loop's next step is lost. */
export function iterateLines(lines: LineInterface): AsyncIterableIterator<string> {
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
  return {
    async next() {
      const line = waiting.shift();
      if (line !== undefined) {
        if (isPaused && waiting.length < MOST_WAITING && !lines.closed) {
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
}
