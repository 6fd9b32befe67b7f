import type { SourcePlace } from './original-place.ts';

/** Where a place of the code that runs is in the program's own file. */
export type PlaceOf = (file: string, place: SourcePlace) => SourcePlace;

/** Frames of the engine's own bundle mean nothing to the program's author. */
export function isEngineFrame(line: string): boolean {
  return /^\s+at .*(?:\/engine\/[^\s]*\.js|node-program[^/\s]*\.[mc]?js)(?:\?[^:\s]*)?:\d+:\d+\)?$/.test(line);
}

const filePlace = /((?:file:\/\/)?\/[^\s()]*):(\d+):(\d+)\)?$/;
/** Of a file, or of what code made from text is called. */
const place = /([^\s()]+):(\d+):(\d+)\)?$/;

/** Of the first frame that is not the engine's; the file as a path. */
export function firstProgramPlace(stack: string): { file: string; line: number; column: number } | null {
  for (const text of stack.split('\n')) {
    if (!text.startsWith('    at ') || isEngineFrame(text)) continue;
    const match = filePlace.exec(text);
    if (match === null) continue;
    const [, source = '', line, column] = match;
    const file = source.startsWith('file://') ? decodeURIComponent(source.slice('file://'.length)) : source;
    return { file, line: Number(line), column: Number(column) };
  }
  return null;
}

/**
 * A stack as Node would show it.
 * - Without the engine's frames.
 * - V8 calls functions of evaluated code that have no name `eval`.
 * - Lines that were rewritten, and a module's first line, have text of ours in them: places are moved back.
 */
export function adjustStack(stack: string, placeOf: PlaceOf): string {
  const lines: string[] = [];
  const given = stack.split('\n');
  for (const [index, line] of given.entries()) {
    if (!line.startsWith('    at ')) {
      lines.push(line);
      continue;
    }
    // What runs the code of `-e`.
    if (isEngineFrame(line) || line === '    at <anonymous>') continue;
    // An ES module is run as a generator.
    if (/^ {4}at (?:Async)?Generator\.next \(<anonymous>\)$/.test(line) && isEngineFrame(given[index + 1] ?? '')) continue;
    const renamed = line
      .replace(/at (\S+?\.)?eval \[as ([^\]]+)\] \(/, 'at $1$2 (')
      .replace(/at ((?:async )?[\w$.]+)\.eval \(/, 'at $1.<anonymous> (')
      .replace(/at ((?:async )?)eval \((.*)\)$/, 'at $1$2');
    lines.push(
      renamed.replace(place, (whole, file: string, row: string, column: string) => {
        const moved = placeOf(file, { line: Number(row), column: Number(column) });
        return `${file}:${moved.line}:${Math.max(1, moved.column)}${whole.endsWith(')') ? ')' : ''}`;
      }),
    );
  }
  return lines.join('\n');
}
