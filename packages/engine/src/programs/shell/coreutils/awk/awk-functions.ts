import { LocalTimes } from '../../text/local-times.ts';
import { extendedToSource } from '../../text/posix-pattern.ts';
import { formatPrintf } from '../../text/printf-format.ts';
import type { AwkValue } from './awk-value.ts';
import { toNumber, toText } from './awk-value.ts';

const numeric = new Map<string, (first: number, second: number) => number>([
  ['int', (value) => Math.trunc(value)],
  ['sqrt', (value) => Math.sqrt(value)],
  ['exp', (value) => Math.exp(value)],
  ['log', (value) => Math.log(value)],
  ['sin', (value) => Math.sin(value)],
  ['cos', (value) => Math.cos(value)],
  ['atan2', (first, second) => Math.atan2(first, second)],
  ['rand', () => Math.random()],
  ['systime', () => Math.floor(Date.now() / 1000)],
]);

/** Calls a built-in function that depends only on its arguments, and on the zone of the variable `TZ`. Returns null if there is no such function. */
export function callPure(name: string, args: readonly AwkValue[], env: ReadonlyMap<string, string>): AwkValue | null {
  const calculate = numeric.get(name);
  if (calculate !== undefined) return calculate(toNumber(args[0]), toNumber(args[1]));
  const text = toText(args[0]);
  switch (name) {
    case 'tolower':
      return text.toLowerCase();
    case 'toupper':
      return text.toUpperCase();
    case 'index':
      return [...text.slice(0, Math.max(0, text.indexOf(toText(args[1]))))].length + (text.includes(toText(args[1])) ? 1 : 0);
    case 'substr':
      return substring(text, toNumber(args[1]), args.length > 2 ? toNumber(args[2]) : Number.POSITIVE_INFINITY);
    case 'sprintf':
      return new TextDecoder().decode(formatAwk(text, args.slice(1)));
    case 'strftime':
      return new LocalTimes(env).format(args[1] === undefined ? Date.now() : toNumber(args[1]) * 1000, args[0] === undefined ? '%c' : text);
    default:
      return null;
  }
}

function substring(text: string, start: number, length: number): string {
  const from = Math.round(start);
  const to = length === Number.POSITIVE_INFINITY ? length : from + Math.round(length);
  return [...text].slice(Math.max(0, from - 1), Math.max(0, to - 1)).join('');
}

/** Implements awk's printf: unlike the shell's, `%c` of a number is a character, `%d` truncates, and the format is used once. */
export function formatAwk(format: string, args: readonly AwkValue[]): Uint8Array {
  let index = 0;
  const values: string[] = [];
  for (const [, stars = '', conversion = ''] of format.matchAll(/%[-+ #0]*((?:\*|\d*)(?:\.(?:\*|\d*))?)([a-zA-Z%])/g)) {
    if (conversion === '%') continue;
    for (const _star of stars.matchAll(/\*/g)) values.push(String(Math.trunc(toNumber(args[index++]))));
    const value = args[index++];
    if ('dioxXu'.includes(conversion)) values.push(wholeText(toNumber(value)));
    else if (conversion === 'c') values.push(typeof value === 'number' ? String.fromCodePoint(value) : toText(value).slice(0, 1));
    else values.push('eEfFgG'.includes(conversion) ? String(toNumber(value)) : toText(value));
  }
  // Backslashes were resolved when the program was parsed.
  const { bytes } = formatPrintf(format.replaceAll('\\', '\\\\'), values);
  return bytes;
}

function wholeText(value: number): string {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)).toString() : '0';
}

/** Implements `sub` and `gsub`: `&` is the match, `\\&` an ampersand. */
export function substitute(text: string, source: string, replacement: string, isGlobal: boolean): { text: string; count: number } {
  let count = 0;
  const result = text.replace(new RegExp(extendedToSource(source), isGlobal ? 'gsu' : 'su'), (match) => {
    count += 1;
    return replacement.replace(/\\\\&|\\&|&/g, (mark) => (mark === '&' ? match : mark === '\\&' ? '&' : `\\${match}`));
  });
  return { text: result, count };
}
