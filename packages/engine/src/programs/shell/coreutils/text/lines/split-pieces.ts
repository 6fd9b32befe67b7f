/** The number of parts for `split -n`, the method, and the single part to print, if any. */
export interface Chunks {
  /** By bytes, by bytes without splitting lines, or line by line in turn. */
  way: 'bytes' | 'lines' | 'turns';
  count: number;
  /** From 1. */
  only: number | null;
}

type Pieces = Generator<Uint8Array, void, undefined>;

export function* chunksOf(bytes: Uint8Array, { way, count, only }: Chunks, separator: number): Pieces {
  const all =
    way === 'turns' ? inTurns(bytes, count, separator) : way === 'lines' ? linesInto(bytes, count, separator) : bytesInto(bytes, count);
  let number = 0;
  for (const piece of all) {
    number += 1;
    if (only === null || only === number) yield piece;
  }
}

/** Returns the end of the line that contains the byte at `from`. */
function lineEnd(bytes: Uint8Array, from: number, separator: number): number {
  const end = bytes.indexOf(separator, from);
  return end === -1 ? bytes.length : end + 1;
}

export function sizesOf(size: number): (bytes: Uint8Array) => Pieces {
  return function* (bytes) {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  };
}

export function linesOf(count: number, separator: number): (bytes: Uint8Array) => Pieces {
  return function* (bytes) {
    for (let start = 0; start < bytes.length; ) {
      let end = start;
      for (let line = 0; line < count && end < bytes.length; line += 1) end = lineEnd(bytes, end, separator);
      yield bytes.subarray(start, end);
      start = end;
    }
  };
}

/** Takes as many whole lines as fit; a line is only split if it does not fit by itself. */
export function lineBytesOf(size: number, separator: number): (bytes: Uint8Array) => Pieces {
  return function* (bytes) {
    for (let start = 0; start < bytes.length; ) {
      let end = Math.min(start + size, bytes.length);
      if (end < bytes.length) {
        const last = bytes.lastIndexOf(separator, end - 1);
        if (last >= start) end = last + 1;
      }
      yield bytes.subarray(start, end);
      start = end;
    }
  };
}

function* bytesInto(bytes: Uint8Array, count: number): Pieces {
  const step = Math.max(1, Math.floor(bytes.length / count));
  // This version of GNU split gives the remainder to the last part.
  for (let index = 0; index < count; index += 1) yield bytes.subarray(index * step, index === count - 1 ? undefined : (index + 1) * step);
}

/** Lines are not split: a part ends with the line in which its share ends. */
function* linesInto(bytes: Uint8Array, count: number, separator: number): Pieces {
  const step = Math.max(1, Math.floor(bytes.length / count));
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const goal = (index + 1) * step;
    let end = start;
    if (index === count - 1) end = bytes.length;
    else if (goal > start) end = lineEnd(bytes, goal - 1, separator);
    yield bytes.subarray(start, end);
    start = end;
  }
}

function* inTurns(bytes: Uint8Array, count: number, separator: number): Pieces {
  const parts: number[][] = Array.from({ length: count }, () => []);
  let turn = 0;
  for (let start = 0; start < bytes.length; turn += 1) {
    const end = lineEnd(bytes, start, separator);
    const part = parts[turn % count];
    for (let index = start; index < end; index += 1) part?.push(bytes[index] ?? 0);
    start = end;
  }
  for (const part of parts) yield Uint8Array.from(part);
}
