const HEAD = '1';
const RANGE = '36';
const REMOVED = '31';
const ADDED = '32';

/** What diff prints of two files, in its own or in the unified form, in GNU's colours. */
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

/** Before each line of a file there is a mark: its first character says what a line is, after the two with the names. */
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
