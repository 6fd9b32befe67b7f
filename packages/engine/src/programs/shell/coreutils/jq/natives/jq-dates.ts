import { formatTime } from '../../../text/format-time.ts';
import { toJson } from '../jq-json.ts';
import type { JqValue } from '../jq-value.ts';
import { described, isArray, JqError } from '../jq-value.ts';
import type { JqFunction } from './jq-function.ts';

/** Times are seconds since the epoch, or "broken down": year, month from 0, day, hours, minutes, seconds, weekday, day of the year. */
export const dateFunctions: [string, JqFunction][] = [
  ['now/0', () => Date.now() / 1000],
  ['mktime/0', (value) => Math.floor(toSeconds(broken(value, 'mktime requires array of 6 numbers')))],
  ['gmtime/0', (value) => brokenDown(seconds(value, 'gmtime() requires a number'))],
  ['localtime/0', (value) => localBrokenDown(seconds(value, 'localtime() requires a number'))],
  ['strftime/1', (value, format = null) => formatted(value, format, 'strftime/1', true)],
  ['strflocaltime/1', (value, format = null) => formatted(value, format, 'strflocaltime/1', false)],
  ['strptime/1', (value, format = null) => parsed(value, format)],
];

function seconds(value: JqValue, complaint: string): number {
  if (typeof value === 'number') return value;
  throw new JqError(complaint);
}

function broken(value: JqValue, complaint: string): number[] {
  if (!isArray(value) || value.length < 6 || value.some((part) => typeof part !== 'number')) throw new JqError(complaint);
  return value.map(Number);
}

function toSeconds([year = 0, month = 0, day = 1, hours = 0, minutes = 0, second = 0]: readonly number[]): number {
  return Date.UTC(year, month, day, hours, minutes) / 1000 + second;
}

function brokenDown(time: number): JqValue {
  const date = new Date(Math.floor(time) * 1000);
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  const fraction = time - Math.floor(time);
  return [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds() + fraction,
    date.getUTCDay(),
    Math.floor((date.getTime() - start) / 86_400_000),
  ];
}

function localBrokenDown(time: number): JqValue {
  return brokenDown(time - new Date(time * 1000).getTimezoneOffset() * 60);
}

function formatted(value: JqValue, format: JqValue, name: string, isUniversal: boolean): JqValue {
  if (typeof format !== 'string') throw new JqError(`${name} requires a string format`);
  if (typeof value !== 'number' && !isArray(value)) throw new JqError(`${name} requires parsed datetime inputs`);
  const time = typeof value === 'number' ? value : toSeconds(broken(value, `${name} requires parsed datetime inputs`));
  return formatTime(new Date(Math.floor(time) * 1000), format, { isUtc: isUniversal });
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function set(parts: number[], index: number, value: number): void {
  parts[index] = value;
}

/** The text each conversion matches, and the parts it sets. */
const conversions = new Map<string, { source: string; take: (text: string, parts: number[]) => void }>([
  ['Y', { source: '-?\\d{1,4}', take: (text, parts) => set(parts, 0, Number(text)) }],
  ['m', { source: '\\d{1,2}', take: (text, parts) => set(parts, 1, Number(text) - 1) }],
  ['d', { source: '\\d{1,2}', take: (text, parts) => set(parts, 2, Number(text)) }],
  ['e', { source: '\\s*\\d{1,2}', take: (text, parts) => set(parts, 2, Number(text)) }],
  ['H', { source: '\\d{1,2}', take: (text, parts) => set(parts, 3, Number(text)) }],
  ['M', { source: '\\d{1,2}', take: (text, parts) => set(parts, 4, Number(text)) }],
  ['S', { source: '\\d{1,2}', take: (text, parts) => set(parts, 5, Number(text)) }],
  ['Z', { source: '[A-Za-z]+', take: () => undefined }],
  ['z', { source: '(?:Z|[-+]\\d\\d:?\\d\\d)', take: () => undefined }],
  ['a', { source: '[A-Za-z]+', take: () => undefined }],
  ['A', { source: '[A-Za-z]+', take: () => undefined }],
  ['b', { source: '[A-Za-z]+', take: (text, parts) => set(parts, 1, monthNames.indexOf(text.slice(0, 3).toLowerCase())) }],
  ['B', { source: '[A-Za-z]+', take: (text, parts) => set(parts, 1, monthNames.indexOf(text.slice(0, 3).toLowerCase())) }],
  ['j', { source: '\\d{1,3}', take: (text, parts) => void parts.splice(1, 2, 0, Number(text)) }],
  ['s', { source: '-?\\d+', take: (text, parts) => void parts.splice(0, 6, 1970, 0, 1, 0, 0, Number(text)) }],
  ['%', { source: '%', take: () => undefined }],
]);

function parsed(value: JqValue, format: JqValue): JqValue {
  if (typeof value !== 'string') throw new JqError(`strptime/1 requires string inputs and arguments`);
  if (typeof format !== 'string') throw new JqError(`${described(format, toJson)} is no format`);
  const takers: ((text: string, parts: number[]) => void)[] = [];
  const whole = format.replaceAll('%T', '%H:%M:%S').replaceAll('%F', '%Y-%m-%d').replaceAll('%D', '%m/%d/%y').replaceAll('%R', '%H:%M');
  const source = whole.replace(/%(.)|\s+|[.*+?^${}()|[\]\\]/g, (text, letter?: string) => {
    if (letter === undefined) return /^\s/.test(text) ? '\\s*' : `\\${text}`;
    const conversion = conversions.get(letter);
    if (conversion === undefined) throw new JqError(`strptime: %${letter} is not supported`);
    takers.push(conversion.take);
    return `(${conversion.source})`;
  });
  const match = new RegExp(`^${source}$`).exec(value);
  if (match === null) throw new JqError(`date "${value}" does not match format "${format}"`);
  const parts = [1900, 0, 1, 0, 0, 0];
  for (const [index, take] of takers.entries()) take(match[index + 1] ?? '', parts);
  return brokenDown(toSeconds(parts));
}
