import { CommandError } from '../../command.ts';

/** Returns the next tab stop after a column, or null after the last of a list. */
export type TabStops = (column: number) => number | null;

/** Parses `8`, `4,8,12`, `4,8,/16` (multiples after the list) or `4,+8` (steps after the last stop). */
export function parseTabStops(texts: readonly string[]): TabStops {
  const stops: number[] = [];
  let step: number | null = null;
  let isRelative = false;
  for (const word of texts.join(',').split(/[ \t,]+/)) {
    if (word === '') continue;
    const match = /^([/+]?)(\d+)$/.exec(word);
    if (match === null) throw new CommandError(`tab size contains invalid character(s): '${word.replace(/^[/+]?\d*/, '')}'`);
    const size = Number(match[2]);
    if (size === 0 && match[1] === '') throw new CommandError('tab size cannot be 0');
    if (step !== null) throw new CommandError(`'${isRelative ? '+' : '/'}' specifier only allowed with the last value`);
    if (match[1] !== '') {
      step = size === 0 ? null : size;
      isRelative = match[1] === '+';
    } else if (size <= (stops.at(-1) ?? 0)) throw new CommandError('tab sizes must be ascending');
    else stops.push(size);
  }
  const [only] = stops;
  if (step === null && stops.length <= 1) return multiplesOf(only ?? 8);
  const last = stops.at(-1) ?? 0;
  return (column) => {
    const listed = stops.find((stop) => stop > column);
    if (listed !== undefined) return listed;
    if (step === null) return null;
    const origin = isRelative ? last : 0;
    return origin + (Math.floor((column - origin) / step) + 1) * step;
  };
}

function multiplesOf(size: number): TabStops {
  return (column) => column - (column % size) + size;
}
