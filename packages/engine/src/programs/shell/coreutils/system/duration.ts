const units = new Map([
  ['', 1000],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Parses `1.5`, `10s`, `2m` and so on to milliseconds. Returns null if it is not a duration. */
export function duration(text: string): number | null {
  const match = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text);
  return match === null ? null : Number(match[1]) * (units.get(match[2] ?? '') ?? 0);
}
