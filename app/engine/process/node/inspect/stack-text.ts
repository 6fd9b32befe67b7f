/** Frames of the engine's own bundle mean nothing to the program's author. */
export function isEngineFrame(line: string): boolean {
  return /^\s+at .*(?:\/engine\/[^\s]*\.js|node-program[^/\s]*\.[mc]?js)(?:\?[^:\s]*)?:\d+:\d+\)?$/.test(line);
}

const place = /((?:file:\/\/)?\/[^\s()]*):(\d+):(\d+)\)?$/;

/**
 * A stack as Node would show it.
 * - Without the engine's frames.
 * - V8 calls functions of evaluated code that have no name `eval`.
 * - The first line of a module has the wrapper's head in front: its columns are moved back.
 */
export function adjustStack(stack: string, headLength: (file: string) => number): string {
  const lines: string[] = [];
  for (const line of stack.split('\n')) {
    if (!line.startsWith('    at ')) {
      lines.push(line);
      continue;
    }
    if (isEngineFrame(line)) continue;
    const renamed = line
      .replace(/at (\S+?\.)?eval \[as ([^\]]+)\] \(/, 'at $1$2 (')
      .replace(/at Object\.eval \(/, 'at Object.<anonymous> (')
      .replace(/at ((?:async )?)eval \((.*)\)$/, 'at $1$2');
    lines.push(
      renamed.replace(place, (whole, file: string, row: string, column: string) => {
        if (row !== '1') return whole;
        const moved = Math.max(1, Number(column) - headLength(file));
        return `${file}:1:${moved}${whole.endsWith(')') ? ')' : ''}`;
      }),
    );
  }
  return lines.join('\n');
}
