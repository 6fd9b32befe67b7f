const factors = new Map([
  ['', 1],
  ['b', 512],
  ['kB', 1000],
  ['k', 1024],
  ['K', 1024],
  ['KB', 1000],
  ['KiB', 1024],
  ['M', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['MiB', 1024 ** 2],
  ['G', 1024 ** 3],
  ['GB', 1000 ** 3],
  ['GiB', 1024 ** 3],
]);

/** Parses `10`, `-3`, `+5` or `2K`. Returns null for anything else. */
export function parseCount(text: string): number | null {
  const match = /^([-+]?\d+)([A-Za-z]*)$/.exec(text);
  const factor = factors.get(match?.[2] ?? '');
  return match === null || factor === undefined ? null : Number(match[1]) * factor;
}

/** Formats a size such as `1.5K`, as `ls -h` and `du -h` do. */
export function humanSize(bytes: number): string {
  if (bytes < 1024) return String(bytes);
  let value = bytes;
  for (const unit of 'KMGTP') {
    value /= 1024;
    if (value < 9.95) return `${(Math.ceil(value * 10) / 10).toFixed(1)}${unit}`;
    if (value < 1023.5) return `${Math.ceil(value)}${unit}`;
  }
  return `${Math.ceil(value)}P`;
}
