import { stripEscapeCodes, withoutEscapeCodes } from '../../../../app/lib/runtime/terminal-text.ts';
import { redrawnFrames } from './redrawn-frames.ts';

/** Bytes of a tool's result, as the model reads it, that tell it nothing. No byte counts twice. */
export interface ResultNoise {
  /** All of the result. */
  bytes: number;
  /** Colours and cursor movements: escape sequences, also where JSON writes their first character out. */
  escapes: number;
  /**
   * Text that a terminal would no longer show at the end, because it was overwritten: by its cursor movements, or by `redrawn-frames.ts` where they are gone. And the lines
   * by which a program empties the screen: of more than two empty ones in a row, the rest.
   */
  redraws: number;
  /** Lines of a field of a JSON result that are in another field of it, such as `stdout` repeated in `output`. */
  repeated: number;
  /** Backslashes that a JSON result adds to its texts: what its strings are longer than the texts that they hold. */
  quoting: number;
}

export const NO_NOISE: ResultNoise = { bytes: 0, escapes: 0, redraws: 0, repeated: 0, quoting: 0 };

/** Shorter lines are in two places by chance, and so do words of a field that is one line. */
const SHORTEST_REPEATED = 4;

export function resultNoise(content: string): ResultNoise {
  const value = jsonOf(content);
  const texts = value === undefined ? [content] : stringsIn(value);
  const quoting = value === undefined ? 0 : sum(texts.map((text) => bytesOf(JSON.stringify(text)) - 2 - bytesOf(text)));
  const noise = { ...NO_NOISE, bytes: bytesOf(content), quoting };
  const seen = new Set<string>();
  // The longest first: of two texts one of which holds the other, the shorter is the repetition.
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

/** A result that is one JSON object or list, or undefined. */
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
