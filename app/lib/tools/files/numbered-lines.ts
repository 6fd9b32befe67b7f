/** Formats lines for models: the number, a tab, the line. */
export function numberedLines(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}\t${line}`).join('\n');
}

export function lineCountText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
