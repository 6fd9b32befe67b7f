/** From a character on, and up to another one. */
export interface MarkedPart {
  from: number;
  to: number;
}

export interface TextRun extends MarkedPart {
  text: string;
  isMarked: boolean;
  /** It begins and ends with a line. */
  isLines: boolean;
}

/** The characters `start` to `end` of the text in runs, marked and not. */
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
