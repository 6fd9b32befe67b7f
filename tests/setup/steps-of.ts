import { Session } from 'node:inspector';

/**
 * Counts the steps of work, without any time in it: how often each block of the app's code runs, and how many characters are looked at to
 * find a text. A busy machine does not raise the count; what the compiler has inlined changes it, so limits need room.
 */
export function stepsOf(work: () => unknown): number {
  const session = new Session();
  session.connect();
  // Answered at once: the session belongs to this thread.
  const ask = (method: 'Profiler.enable' | 'Profiler.disable' | 'Profiler.stopPreciseCoverage') => session.post(method);
  const blocks = () => {
    let count = 0;
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      const own = coverage.result.filter(({ url }) => url.includes('/app/lib/'));
      for (const { functions } of own) for (const { ranges } of functions) for (const range of ranges) count += range.count;
    });
    return count;
  };
  ask('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const searched = countingSearches();
  try {
    // The first count is of what has run before.
    blocks();
    work();
    return blocks() + searched.end();
  } finally {
    searched.end();
    ask('Profiler.stopPreciseCoverage');
    ask('Profiler.disable');
    session.disconnect();
  }
}

/** Counts the characters that `indexOf` looks at until the end is called. */
function countingSearches(): { end(): number } {
  const native = String.prototype.indexOf;
  let count = 0;
  String.prototype.indexOf = function (this: string, wanted: string, from = 0) {
    const found = native.call(this, wanted, from);
    count += (found === -1 ? this.length : found + wanted.length) - from;
    return found;
  };
  return {
    end() {
      String.prototype.indexOf = native;
      return count;
    },
  };
}
