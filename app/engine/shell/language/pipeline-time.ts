import type { Pipeline } from 'unbash';
import type { Execution } from './execution.ts';

/** What `time` says. */
export async function reportTime(milliseconds: number, prefixes: Pipeline['prefixes'], execution: Execution): Promise<void> {
  const seconds = milliseconds / 1000;
  const format = (value: number) => `${Math.floor(value / 60)}m${(value % 60).toFixed(3)}s`;
  const isPosix = prefixes.some((prefix) => prefix.type === 'Time' && prefix.posix !== undefined);
  // A worker cannot know the CPU time its processes took.
  const text = isPosix
    ? `real ${seconds.toFixed(2)}\nuser 0.00\nsys 0.00\n`
    : `\nreal\t${format(seconds)}\nuser\t${format(0)}\nsys\t${format(0)}\n`;
  await execution.files.get(2)?.write(new TextEncoder().encode(text), execution.signal);
}
