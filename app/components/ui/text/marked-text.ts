/** A half-open range of characters. */
export interface MarkedPart {
  from: number;
  to: number;
}

export interface TextRun extends MarkedPart {
  text: string;
  isMarked: boolean;
  /** Whether it consists of whole lines. */
  isLines: boolean;
}

/** Splits the characters from `start` to `end` into marked and unmarked runs. */
export function runsOf(text: string, parts: readonly MarkedPart[], start: number, end: number): TextRun[] {
  const runs: TextRun[] = [];
  const add = (from: number, to: number, isMarked: boolean) => {
    if (from >= to) return;
    const isLines = (from === start || text[from - 1] === '\n') && (to === end || text[to - 1] === '\n');
    runs.push({ from, to, text: text.slice(from, to), isMarked, isLines });
  };
  let at = start;
  for (const part of parts) {
    const from = Math.max(part.from, at);
    const to = Math.min(part.to, end);
    if (from >= to) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  return runs;
}
