import type { Pipeline } from 'unbash';
import type { Execution } from './state/execution.ts';

const DEFAULT_FORMAT = '\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS';
const POSIX_FORMAT = 'real %2R\nuser %2U\nsys %2S';

/** Formats bash's `TIMEFORMAT`. A worker cannot know its processes' CPU time, so it is shown as zero. */
function formatTimes(format: string, seconds: number): string {
  return format.replace(
    /%(?:%|([0-3])?(l)?([RUSP]))/g,
    (text, digits: string | undefined, isLong: string | undefined, what: string | undefined) => {
      if (what === undefined) return text === '%%' ? '%' : text;
      const value = what === 'R' ? seconds : 0;
      const places = Number(digits ?? '3');
      if (what === 'P') return (0).toFixed(2);
      return isLong === undefined ? value.toFixed(places) : `${Math.floor(value / 60)}m${(value % 60).toFixed(places)}s`;
    },
  );
}

/** Writes the output of `time`. */
export async function reportTime(milliseconds: number, prefixes: Pipeline['prefixes'], execution: Execution): Promise<void> {
  const seconds = milliseconds / 1000;
  const isPosix = prefixes.some((prefix) => prefix.type === 'Time' && prefix.posix !== undefined);
  const wanted = isPosix ? POSIX_FORMAT : (execution.state.variables.text('TIMEFORMAT') ?? DEFAULT_FORMAT);
  if (wanted === '') return;
  const text = `${formatTimes(wanted, seconds)}\n`;
  await execution.files.get(2)?.write(new TextEncoder().encode(text), execution.signal);
}
