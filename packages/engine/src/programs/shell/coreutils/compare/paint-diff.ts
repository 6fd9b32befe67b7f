const HEAD = '1';
const RANGE = '36';
const REMOVED = '31';
const ADDED = '32';

/** Colours diff's output, in the normal or the unified format, with GNU's colours. */
export function paintDiff(text: string): string {
  const colorOf = text.startsWith('--- ') ? unifiedColor : normalColor;
  return text
    .split('\n')
    .map((line, index) => {
      const color = colorOf(line, index);
      return color === null ? line : `\x1b[${color}m${line}\x1b[0m`;
    })
    .join('\n');
}

/** After the two lines with the file names, a line's first character determines its kind. */
function unifiedColor(line: string, index: number): string | null {
  if (index < 2) return HEAD;
  if (line.startsWith('@')) return RANGE;
  if (line.startsWith('-')) return REMOVED;
  return line.startsWith('+') ? ADDED : null;
}

function normalColor(line: string): string | null {
  if (/^\d/.test(line)) return RANGE;
  if (line.startsWith('<')) return REMOVED;
  return line.startsWith('>') ? ADDED : null;
}
