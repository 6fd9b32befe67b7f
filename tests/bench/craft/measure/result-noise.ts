import { stripEscapeCodes, withoutEscapeCodes } from '../../../../app/lib/runtime/terminal-text.ts';
import { redrawnFrames } from './redrawn-frames.ts';

/** Bytes in a tool's result, as the model reads it, that carry no information. No byte counts twice. */
export interface ResultNoise {
  /** All bytes of the result. */
  bytes: number;
  /** Colours and cursor movements: escape sequences, including those whose first character is escaped in JSON. */
  escapes: number;
  /**
   * Overwritten text, which a terminal would no longer show: detected by its cursor movements, or by `redrawn-frames.ts` where these are
   * gone. Includes the empty lines with which a program clears the screen, beyond two in a row.
   */
  redraws: number;
  /** Lines that occur in two fields of a JSON result, such as `stdout` repeated in `output`. */
  repeated: number;
  /** Backslashes that JSON adds: the difference in length between its strings and the texts in them. */
  quoting: number;
}

export const NO_NOISE: ResultNoise = { bytes: 0, escapes: 0, redraws: 0, repeated: 0, quoting: 0 };

/** Shorter lines may occur twice by chance, and so may the words of a one-line field. */
const SHORTEST_REPEATED = 4;

export function resultNoise(content: string): ResultNoise {
  const value = jsonOf(content);
  const texts = value === undefined ? [content] : stringsIn(value);
  const quoting = value === undefined ? 0 : sum(texts.map((text) => bytesOf(JSON.stringify(text)) - 2 - bytesOf(text)));
  const noise = { ...NO_NOISE, bytes: bytesOf(content), quoting };
  const seen = new Set<string>();
  // The longest first: if one text contains another, the shorter one is the repetition.
  for (const text of texts.toSorted((a, b) => b.length - a.length)) {
    const fresh: string[] = [];
    for (const line of text.split('\n')) {
      const isRepeated = text.includes('\n') && line.length >= SHORTEST_REPEATED && seen.has(line);
      if (isRepeated) noise.repeated += bytesOf(line) + 1;
      else fresh.push(line);
    }
    for (const line of text.split('\n')) seen.add(line);
    const rest = fresh.join('\n');
    const plain = withoutEscapeCodes(rest);
    noise.escapes += bytesOf(rest) - bytesOf(plain);
    const screen = stripEscapeCodes(rest);
    noise.redraws += Math.max(0, bytesOf(plain) - bytesOf(screen)) + redrawnFrames(screen) + emptyScreens(screen);
  }
  return noise;
}

function emptyScreens(text: string): number {
  return [...text.matchAll(/\n{4,}/g)].reduce((all, [lines]) => all + lines.length - 3, 0);
}

/** Returns the JSON object or list that the result consists of; otherwise undefined. */
function jsonOf(content: string): unknown {
  if (!/^\s*[{[]/.test(content)) return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

export function addNoise(a: ResultNoise, b: ResultNoise): ResultNoise {
  return {
    bytes: a.bytes + b.bytes,
    escapes: a.escapes + b.escapes,
    redraws: a.redraws + b.redraws,
    repeated: a.repeated + b.repeated,
    quoting: a.quoting + b.quoting,
  };
}

export function noiseBytes({ escapes, redraws, repeated, quoting }: ResultNoise): number {
  return escapes + redraws + repeated + quoting;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
