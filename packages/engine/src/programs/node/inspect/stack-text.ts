import type { SourcePlace } from './original-place.ts';

/** Maps a location in running code to the program's own file. */
export type PlaceOf = (file: string, place: SourcePlace) => SourcePlace;

/** Returns whether a frame is in the engine's own bundle, which means nothing to the program's author. */
export function isEngineFrame(line: string): boolean {
  return /^\s+at .*(?:\/engine\/[^\s]*\.js|node-program[^/\s]*\.[mc]?js)(?:\?[^:\s]*)?:\d+:\d+\)?$/.test(line);
}

const filePlace = /((?:file:\/\/)?\/[^\s()]*):(\d+):(\d+)\)?$/;
/** Matches a location in a file or in named evaluated code. */
const place = /([^\s()]+):(\d+):(\d+)\)?$/;

/** Returns the location of the first frame outside the engine, with the file as a path. */
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
 * Adjusts a stack to Node's form.
 * - Removes the engine's frames.
 * - Renames functions that V8 calls `eval` because they have no name in evaluated code.
 * - Corrects locations in rewritten lines and in a module's first line, which contain added text.
 */
export function adjustStack(stack: string, placeOf: PlaceOf): string {
  const lines: string[] = [];
  const given = stack.split('\n');
  for (const [index, line] of given.entries()) {
    if (!line.startsWith('    at ')) {
      lines.push(line);
      continue;
    }
    // `at <anonymous>` is the frame that runs the code of `-e`.
    if (isEngineFrame(line) || line === '    at <anonymous>') continue;
    // An ES module runs as a generator.
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
