/** Formats lines for models as a search does: the number, a colon, the line. JSON would escape a tab, in every line of every request. */
export function numberedLines(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}:${line}`).join('\n');
}

export function lineCountText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
